#include "rollout/folder/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/text.h"
#include "base/whole_file.h"

namespace assay::rollout {
namespace {

constexpr char kStage[] = "rollout.folder";

std::string Unfinished(const std::string& path) {
  return path + ".unfinished";
}

// A file is there after a crash only once its folder is on the disk.
Status SyncFolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return SystemError(kStage, errno, folder);
  return {};
}

}  // namespace

Result<std::unique_ptr<DurableFile>> DurableFile::Open(const std::string& path) {
  const std::string unfinished = Unfinished(path);
  UniqueFd fd(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) return SystemError(kStage, errno, unfinished + " cannot be written");
  return std::unique_ptr<DurableFile>(new DurableFile(path, std::move(fd)));
}

Status DurableFile::Write(std::string_view bytes) {
  return WriteAll(fd_.get(), bytes, Unfinished(path_), kStage);
}

Status DurableFile::Commit() {
  const std::string unfinished = Unfinished(path_);
  if (::fsync(fd_.get()) != 0) return SystemError(kStage, errno, unfinished);
  fd_.Reset();
  if (::rename(unfinished.c_str(), path_.c_str()) != 0) {
    return SystemError(kStage, errno, path_ + " cannot be written");
  }
  return SyncFolderOf(path_);
}

Status WriteDurably(const std::string& path, std::string_view bytes) {
  ASSAY_ASSIGN_OR_RETURN(const auto file, DurableFile::Open(path));
  ASSAY_RETURN_IF_ERROR(file->Write(bytes));
  return file->Commit();
}

Result<UniqueFd> LockFolder(const std::string& folder) {
  const std::string path = folder + "/lock";
  UniqueFd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock) return SystemError(kStage, errno, path + " cannot be opened");
  // The kernel lets go of it however the process ends.
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return SystemError(kStage, errno, path);
    const auto holder = ReadFile(path, kStage);
    const std::string process = holder.ok() && !holder->empty()
                                    ? fmt::format(" (process {})", TrimAsciiSpace(*holder))
                                    : "";
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 fmt::format("another process is writing in {}{}", folder, process)};
  }
  if (::ftruncate(lock.get(), 0) != 0) return SystemError(kStage, errno, path);
  ASSAY_RETURN_IF_ERROR(WriteAll(lock.get(), fmt::format("{}\n", ::getpid()), path, kStage));
  return lock;
}

}  // namespace assay::rollout
