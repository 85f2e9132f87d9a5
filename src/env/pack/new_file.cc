#include "env/pack/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/whole_file.h"
#include "data/rows/byte_source.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.pack";
constexpr size_t kPiece = 256 << 10;

Status SyncFolder(const std::string& folder) {
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return SystemError(kStage, errno, folder);
  return {};
}

}  // namespace

Result<std::unique_ptr<NewFile>> NewFile::Open(const std::string& folder) {
  UniqueFd fd(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0644));
  if (fd) return std::unique_ptr<NewFile>(new NewFile(folder, std::move(fd), ""));
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) {
    return SystemError(kStage, errno, folder + " cannot be written to");
  }
  std::string hidden = folder + "/.unfinished-XXXXXX";
  fd.Reset(::mkostemp(hidden.data(), O_CLOEXEC));
  if (!fd || ::fchmod(fd.get(), 0644) != 0) {
    return SystemError(kStage, errno, folder + " cannot be written to");
  }
  return std::unique_ptr<NewFile>(new NewFile(folder, std::move(fd), hidden));
}

NewFile::~NewFile() {
  if (!hidden_.empty()) ::unlink(hidden_.c_str());
}

Status NewFile::Link(const std::string& path) {
  if (::fsync(fd_.get()) != 0) return SystemError(kStage, errno, path + " cannot be written");
  const int linked = hidden_.empty() ? ::linkat(AT_FDCWD, Path().c_str(), AT_FDCWD, path.c_str(),
                                                AT_SYMLINK_FOLLOW)
                                     : ::link(hidden_.c_str(), path.c_str());
  if (linked != 0) return SystemError(kStage, errno, path + " cannot be written");
  return {};
}

Status NewFile::Name(const std::string& name) {
  const Status linked = Link(folder_ + "/" + name);
  if (!linked.ok() && linked.error().sys_errno != EEXIST) return linked;
  return SyncFolder(folder_);
}

Status NewFile::Replace(const std::string& name) {
  const std::string path = folder_ + "/" + name;
  const std::string beside = fmt::format("{}/.{}.unfinished-{}", folder_, name, ::getpid());
  ::unlink(beside.c_str());
  ASSAY_RETURN_IF_ERROR(Link(beside));
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    const int fault = errno;
    ::unlink(beside.c_str());
    return SystemError(kStage, fault, path + " cannot be written");
  }
  return SyncFolder(folder_);
}

Result<FileFacts> FactsOf(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(const auto file, FileSource::Open(path, FileSource::Hash::kSha256));
  struct stat found {};
  if (::fstat(file->fd(), &found) != 0) return SystemError(kStage, errno, path);
  ASSAY_RETURN_IF_ERROR(file->Drain());
  return FileFacts{file->TakeSha256(), found.st_size};
}

Status CopyFile(const std::string& path, int fd) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat found {};
  if (!file || ::fstat(file.get(), &found) != 0) {
    return SystemError(kStage, errno, path + " cannot be read");
  }
  if (!S_ISREG(found.st_mode)) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0, path + " is no regular file"};
  }
  std::string piece(kPiece, '\0');
  for (;;) {
    const ssize_t count = ::read(file.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(kStage, errno, path);
    if (count == 0) return {};
    ASSAY_RETURN_IF_ERROR(
        WriteAll(fd, std::string_view(piece).substr(0, static_cast<size_t>(count)), path, kStage));
  }
}

}  // namespace assay::env
