#include "sandbox/broker/waiting_caller.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/fd.h"

namespace assay {
namespace {

constexpr size_t kPathBytes = 64;

}  // namespace

int WaitingCaller::ReadInode(int descriptor, uint64_t* inode) const {
  char path[kPathBytes], link[kPathBytes] = {};
  std::snprintf(path, sizeof path, "%d/fd/%d", thread_, descriptor);
  if (descriptor < 0 || ::readlinkat(proc_, path, link, sizeof link - 1) < 0) return EBADF;
  unsigned long number = 0;
  if (std::sscanf(link, "socket:[%lu]", &number) != 1) return ENOTSOCK;
  *inode = number;
  return 0;
}

int WaitingCaller::ReadFlags(int descriptor, int* flags) const {
  char path[kPathBytes], text[256] = {};
  std::snprintf(path, sizeof path, "%d/fdinfo/%d", thread_, descriptor);
  const UniqueFd file(::openat(proc_, path, O_RDONLY | O_CLOEXEC));
  // The first lines are all that is needed, however long it is.
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return EBADF;
  const char* const line = std::strstr(text, "flags:");
  unsigned value = 0;
  if (line == nullptr || std::sscanf(line, "flags: %o", &value) != 1) return EBADF;
  *flags = static_cast<int>(value);
  return 0;
}

int WaitingCaller::ReadPath(int descriptor, std::string* path) const {
  char name[kPathBytes], link[PATH_MAX];
  if (descriptor == AT_FDCWD) {
    std::snprintf(name, sizeof name, "%d/cwd", thread_);
  } else {
    std::snprintf(name, sizeof name, "%d/fd/%d", thread_, descriptor);
  }
  const ssize_t size = ::readlinkat(proc_, name, link, sizeof link);
  if (size <= 0) return EBADF;
  if (link[0] != '/') return ENOTDIR;
  if (static_cast<size_t>(size) == sizeof link) return ENAMETOOLONG;
  path->assign(link, static_cast<size_t>(size));
  return 0;
}

int WaitingCaller::ReadText(uint64_t address, std::string* text) const {
  char path[kPathBytes], bytes[PATH_MAX];
  std::snprintf(path, sizeof path, "%d/mem", thread_);
  const UniqueFd memory(::openat(proc_, path, O_RDONLY | O_CLOEXEC));
  if (!memory) return EPERM;
  // What is behind the text need not be there.
  const ssize_t count = ::pread(memory.get(), bytes, sizeof bytes, static_cast<off_t>(address));
  if (count <= 0) return EFAULT;
  const size_t size = ::strnlen(bytes, static_cast<size_t>(count));
  if (size == sizeof bytes) return ENAMETOOLONG;
  if (size == static_cast<size_t>(count)) return EFAULT;
  text->assign(bytes, size);
  return 0;
}

int WaitingCaller::ReadMemory(uint64_t address, size_t size, void* bytes) const {
  char path[kPathBytes];
  std::snprintf(path, sizeof path, "%d/mem", thread_);
  const UniqueFd memory(::openat(proc_, path, O_RDONLY | O_CLOEXEC));
  if (!memory) return EPERM;  // it lets nobody look at it, or has gone
  const ssize_t count = ::pread(memory.get(), bytes, size, static_cast<off_t>(address));
  return count == static_cast<ssize_t>(size) ? 0 : EFAULT;
}

}  // namespace assay
