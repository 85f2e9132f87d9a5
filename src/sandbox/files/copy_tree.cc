#include "sandbox/files/copy_tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <vector>

#include "base/fd.h"
#include "sandbox/files/file_protocol.h"

namespace assay {
namespace {

// The bytes between two offsets, written where they were.
int CopyRange(int from, int to, off_t begin, off_t end) {
  std::vector<char> buffer(256 << 10);
  while (begin < end) {
    const size_t wanted = std::min<size_t>(buffer.size(), static_cast<size_t>(end - begin));
    const ssize_t count = ::pread(from, buffer.data(), wanted, begin);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return 0;  // it has shrunk
    for (ssize_t done = 0; done < count;) {
      const ssize_t written =
          ::pwrite(to, buffer.data() + done, static_cast<size_t>(count - done), begin + done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return errno;
      done += written;
    }
    begin += count;
  }
  return 0;
}

int CopyContent(const char* from, const char* to) {
  const UniqueFd source(::open(from, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  struct stat found {};
  if (!source || ::fstat(source.get(), &found) != 0) return errno;
  if (!S_ISREG(found.st_mode)) return ENOTSUP;
  const UniqueFd copy(::open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!copy || ::ftruncate(copy.get(), found.st_size) != 0) return errno;
  for (off_t at = 0; at < found.st_size;) {
    const off_t data = ::lseek(source.get(), at, SEEK_DATA);
    if (data < 0) return errno == ENXIO ? 0 : errno;  // nothing but a hole is left
    const off_t hole = ::lseek(source.get(), data, SEEK_HOLE);
    if (hole <= data) return 0;
    if (const int failed = CopyRange(source.get(), copy.get(), data, hole); failed != 0) {
      return failed;
    }
    at = hole;
  }
  return 0;
}

int CopyOne(const std::string& from, const std::string& to, const struct stat& found) {
  switch (found.st_mode & S_IFMT) {
    case S_IFREG: return CopyContent(from.c_str(), to.c_str());
    // Closed to others until it has its mode, and open to us.
    case S_IFDIR: return ::mkdir(to.c_str(), 0700) == 0 ? 0 : errno;
    case S_IFIFO: return ::mkfifo(to.c_str(), 0600) == 0 ? 0 : errno;
    case S_IFLNK: {
      char target[PATH_MAX];
      const ssize_t size = ::readlink(from.c_str(), target, sizeof target - 1);
      if (size < 0) return errno;
      target[size] = '\0';
      return ::symlink(target, to.c_str()) == 0 ? 0 : errno;
    }
    default: return ENOTSUP;
  }
}

}  // namespace

Status CopyTree(const std::string& from, const std::string& to) {
  struct stat found {};
  if (::lstat(from.c_str(), &found) != 0) return PathFault(errno, "copy", from);
  if (const int failed = CopyOne(from, to, found); failed != 0) {
    return PathFault(failed, "copy", from);
  }
  if (S_ISDIR(found.st_mode)) {
    // Paths end at the kernel's length, and with them this recursion.
    std::error_code error;
    std::filesystem::directory_iterator entries(from, error);
    for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
      const std::string name = entries->path().filename();
      ASSAY_RETURN_IF_ERROR(CopyTree(from + "/" + name, to + "/" + name));
    }
    if (error) return PathFault(error.value(), "copy", from);
  }
  if (!S_ISLNK(found.st_mode) && ::chmod(to.c_str(), found.st_mode & 07777) != 0) {
    return PathFault(errno, "copy", from);
  }
  const timespec times[2] = {found.st_atim, found.st_mtim};
  ::utimensat(AT_FDCWD, to.c_str(), times, AT_SYMLINK_NOFOLLOW);
  return {};
}

}  // namespace assay
