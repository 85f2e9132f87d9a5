#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "env/store/store.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.store";
// Its own, for it may lie in a folder that everybody uses.
constexpr std::string_view kPrefix = ".assay-environment-";

UniqueFd OpenFolder(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Our own that nobody holds. A folder between its making and its lock is a moment old, and stays.
void RemoveAbandoned(const std::string& below) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(below, ignored)) {
    if (!entry.path().filename().string().starts_with(kPrefix)) continue;
    const UniqueFd folder = OpenFolder(entry.path().string());
    struct stat found {};
    if (!folder || ::fstat(folder.get(), &found) != 0) continue;
    constexpr time_t kMomentS = 60;
    if (found.st_uid != ::geteuid() || ::time(nullptr) - found.st_mtime < kMomentS) continue;
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::filesystem::remove_all(entry.path(), ignored);
  }
}

// Every folder's names are on the disk before the tree has its own.
Status SyncFolders(const std::string& path) {
  std::error_code error;
  std::vector<std::string> folders{path};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path, error)) {
    if (entry.is_directory(error)) folders.push_back(entry.path().string());
  }
  for (const std::string& folder : folders) {
    const UniqueFd open = OpenFolder(folder);
    if (!open || ::fsync(open.get()) != 0) return SystemError(kStage, errno, folder);
  }
  return {};
}

}  // namespace

Status MakeFolders(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return SystemError(kStage, error.value(), path + " cannot be made");
  return {};
}

Result<std::unique_ptr<Staging>> Staging::Make(const std::string& below) {
  ASSAY_RETURN_IF_ERROR(MakeFolders(below));
  RemoveAbandoned(below);
  std::string path = below + "/" + std::string(kPrefix) + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return SystemError(kStage, errno, below + " cannot be written to");
  }
  UniqueFd lock = OpenFolder(path);
  if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 || ::fchmod(lock.get(), 0755) != 0) {
    return SystemError(kStage, errno, path);
  }
  return std::unique_ptr<Staging>(new Staging(path, std::move(lock)));
}

Staging::~Staging() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

Result<bool> Staging::MoveTo(const std::string& path) {
  ASSAY_RETURN_IF_ERROR(SyncFolders(path_));
  if (::rename(path_.c_str(), path.c_str()) != 0) {
    if (errno == ENOTEMPTY || errno == EEXIST) return false;
    return SystemError(kStage, errno, path + " cannot be made");
  }
  path_.clear();
  const std::string parent = path.substr(0, path.rfind('/'));
  const UniqueFd folder = OpenFolder(parent);
  if (!folder || ::fsync(folder.get()) != 0) return SystemError(kStage, errno, parent);
  return true;
}

}  // namespace assay::env
