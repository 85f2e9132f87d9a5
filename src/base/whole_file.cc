#include "base/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/fd.h"

namespace assay {
namespace {

constexpr size_t kFirstRead = 64 << 10;

}  // namespace

Result<std::string> ReadFile(const std::string& path, std::string stage, int64_t max_bytes) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return SystemError(std::move(stage), errno, path + " cannot be read");
  return ReadFile(fd.get(), path, std::move(stage), max_bytes);
}

Result<std::string> ReadFile(int fd, const std::string& path, std::string stage,
                             int64_t max_bytes) {
  struct stat info = {};
  if (::fstat(fd, &info) != 0) return SystemError(std::move(stage), errno, path);
  if (info.st_size > max_bytes) {
    return SystemError(std::move(stage), EFBIG, path + " is too large");
  }
  std::string bytes;
  // One byte more than the file has, so that its end is seen without growing.
  bytes.resize(std::max(static_cast<size_t>(info.st_size) + 1, size_t{1}));
  size_t done = 0;
  while (true) {
    if (done == bytes.size()) bytes.resize(std::max(2 * bytes.size(), kFirstRead));
    const ssize_t count = ::read(fd, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(std::move(stage), errno, path + " cannot be read");
    if (count == 0) break;
    done += static_cast<size_t>(count);
    if (static_cast<int64_t>(done) > max_bytes) {
      return SystemError(std::move(stage), EFBIG, path + " is too large");
    }
  }
  bytes.resize(done);
  return bytes;
}

Status WriteAll(int fd, std::string_view bytes, const std::string& path, std::string stage) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return SystemError(std::move(stage), count < 0 ? errno : EIO, path);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

}  // namespace assay
