#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "base/fd.h"
#include "env/registry/registry.h"
#include "rollout/folder/durable_file.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.registry";

Status MakeFolder(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST) return {};
  return SystemError(kStage, errno, path + " cannot be made");
}

// Waits its turn; the kernel lets go however the process ends.
Result<UniqueFd> Lock(const std::string& folder) {
  const std::string path = folder + "/.lock";
  UniqueFd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock) return SystemError(kStage, errno, path + " cannot be opened");
  while (::flock(lock.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return SystemError(kStage, errno, path);
  }
  return lock;
}

Status CopyPack(const std::string& from, const std::string& folder, const IndexEntry& entry) {
  ASSAY_ASSIGN_OR_RETURN(const auto to, NewFile::Open(folder));
  ASSAY_RETURN_IF_ERROR(CopyFile(from, to->fd()));
  ASSAY_ASSIGN_OR_RETURN(const FileFacts facts, FactsOf(to->Path()));
  if (facts.sha256 != entry.pack.sha256) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0, from + " changes while it is read"};
  }
  // A damaged file of that name, if there is one, is put right.
  return to->Replace(entry.FileName());
}

}  // namespace

Status Publish(const std::string& folder, const std::string& pack_file, const IndexEntry& entry) {
  ASSAY_RETURN_IF_ERROR(MakeFolder(folder));
  const std::string packs = folder + "/" + std::string(kPackFolder);
  ASSAY_RETURN_IF_ERROR(MakeFolder(packs));
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd lock, Lock(folder));
  const std::string path = folder + "/" + std::string(kIndexFile);
  Index index;
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) {
    ASSAY_ASSIGN_OR_RETURN(const auto registry, Registry::Open(folder));
    ASSAY_ASSIGN_OR_RETURN(index, registry->ReadIndex());
  }
  const auto same = std::find_if(index.entries.begin(), index.entries.end(), [&](const auto& each) {
    return each.pack.name == entry.pack.name && each.pack.version == entry.pack.version;
  });
  if (same == index.entries.end()) {
    index.entries.push_back(entry);
  } else if (same->pack.sha256 != entry.pack.sha256) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 fmt::format("{}: {} {} is there with other contents, and a version never changes: "
                             "raise 'version' in environment.yaml",
                             folder, entry.pack.name, entry.pack.version.ToString())};
  } else if (!entry.signature.empty() || same->signature.empty()) {
    *same = entry;
  }
  index.Sort();
  // The pack before the index that names it.
  ASSAY_RETURN_IF_ERROR(CopyPack(pack_file, packs, entry));
  return rollout::WriteDurably(path, IndexJson(index));
}

}  // namespace assay::env
