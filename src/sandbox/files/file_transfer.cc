#include "sandbox/files/file_transfer.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "sandbox/files/file_ops.h"

namespace assay {
namespace {

constexpr int64_t kMaxSizeless = 16 << 20;

bool HasNoSize(int fd) {
  struct statfs found {};
  return ::fstatfs(fd, &found) == 0 &&
         (found.f_type == PROC_SUPER_MAGIC || found.f_type == SYSFS_MAGIC);
}

// Where the new file goes: through links, as a program of the box that writes there would.
Result<std::string> PlaceFor(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) {
    if (S_ISDIR(found.st_mode)) return PathFault(EISDIR, "write", path);
    if (!S_ISREG(found.st_mode)) return PathFault(ENOTSUP, "write what is no regular file:", path);
  }
  if (::lstat(path.c_str(), &found) != 0 || !S_ISLNK(found.st_mode)) return path;
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (real != nullptr) return std::string(real.get());
  if (errno == ENOENT) return path;  // leads nowhere: the link itself is replaced
  return PathFault(errno, "write", path);
}

// A file that is being written, and gone with this unless it was put in place.
class NewFile {
 public:
  explicit NewFile(std::string place) : place_(std::move(place)) {
    const size_t slash = place_.rfind('/');
    directory_ = slash == 0 ? "/" : place_.substr(0, slash);
    uint64_t random = 0;
    while (::getrandom(&random, sizeof random, 0) != sizeof random) continue;
    char name[40];
    std::snprintf(name, sizeof name, "/.assay-%016llx", static_cast<unsigned long long>(random));
    temporary_ = directory_ + name;
  }
  ~NewFile() {
    if (named_) ::unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  Status Open() {
    fd_.Reset(::open(directory_.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600));
    if (fd_) return {};
    return OpenNamed();
  }
  Status Append(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(fd_.get(), bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return PathFault(errno, "write", place_);
      bytes.remove_prefix(static_cast<size_t>(count));
    }
    return {};
  }
  Status PutInPlace(uint32_t mode) {
    if (::fchmod(fd_.get(), mode) != 0) return PathFault(errno, "write", place_);
    if (!named_) {
      const std::string self = "/proc/self/fd/" + std::to_string(fd_.get());
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) {
        return PathFault(errno, "write", place_);
      }
      named_ = true;
    }
    if (::rename(temporary_.c_str(), place_.c_str()) != 0) return PathFault(errno, "write", place_);
    named_ = false;
    return {};
  }

 private:
  Status OpenNamed() {
    fd_.Reset(
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd_) return PathFault(errno, "write", place_);
    named_ = true;
    return {};
  }

  const std::string place_;
  std::string directory_;
  std::string temporary_;
  UniqueFd fd_;
  bool named_ = false;
};

}  // namespace

Result<UniqueFd> OpenRegular(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!fd) return PathFault(errno, "read", path);
  struct stat found {};
  if (::fstat(fd.get(), &found) != 0) return PathFault(errno, "read", path);
  if (S_ISDIR(found.st_mode)) return PathFault(EISDIR, "read", path);
  if (!S_ISREG(found.st_mode)) return PathFault(ENOTSUP, "read what is no regular file:", path);
  return fd;
}

Result<int64_t> SendFile(FileStream* stream, const std::string& path, const FileRange& range) {
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd fd, OpenRegular(path));
  struct stat found {};
  if (::fstat(fd.get(), &found) != 0) return PathFault(errno, "read", path);
  const bool sizeless = HasNoSize(fd.get());
  int64_t size = sizeless ? kMaxSizeless : found.st_size;
  int64_t at = range.offset;
  if (at < 0) at = sizeless ? 0 : std::max<int64_t>(0, size + std::max(at, -size));
  at = std::min(at, size);
  const int64_t end = range.bytes < 0 ? size : at + std::min(range.bytes, size - at);
  ASSAY_RETURN_IF_ERROR(stream->Send(FileFrame::kSize, EncodeNumber(sizeless ? 0 : size)));
  std::string piece(kMaxFilePayload, '\0');
  while (at < end) {
    const size_t wanted = static_cast<size_t>(std::min<int64_t>(end - at, kMaxFilePayload));
    const ssize_t count = ::pread(fd.get(), piece.data(), wanted, at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return PathFault(errno, "read", path);
    if (count == 0) {
      size = at;
      break;
    }
    at += count;
    ASSAY_RETURN_IF_ERROR(stream->Send(
        FileFrame::kPiece, std::string_view(piece).substr(0, static_cast<size_t>(count))));
  }
  return sizeless ? at : size;
}

Result<FileInfo> ReceiveFile(FileStream* stream, const std::string& path, uint32_t mode) {
  ASSAY_RETURN_IF_ERROR(MakeParents(path));
  ASSAY_ASSIGN_OR_RETURN(const std::string place, PlaceFor(path));
  NewFile file(place);
  ASSAY_RETURN_IF_ERROR(file.Open());
  for (;;) {
    ASSAY_ASSIGN_OR_RETURN(const FileMessage message, stream->Receive());
    if (message.type == FileFrame::kEnd) break;
    if (message.type != FileFrame::kPiece) return PathFault(EPROTO, "write", path);
    ASSAY_RETURN_IF_ERROR(file.Append(message.payload));
  }
  ASSAY_RETURN_IF_ERROR(file.PutInPlace(mode));
  return StatFile(place);
}

}  // namespace assay
