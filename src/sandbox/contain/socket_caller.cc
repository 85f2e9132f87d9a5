#include "sandbox/contain/socket_caller.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/fd.h"

namespace assay {
namespace {

constexpr size_t kPathBytes = 64;

}  // namespace

int SocketCaller::ReadInode(uint64_t* inode) const {
  char path[kPathBytes], link[kPathBytes] = {};
  std::snprintf(path, sizeof path, "%d/fd/%d", thread_, descriptor_);
  if (descriptor_ < 0 || ::readlinkat(proc_, path, link, sizeof link - 1) < 0) return EBADF;
  unsigned long number = 0;
  if (std::sscanf(link, "socket:[%lu]", &number) != 1) return ENOTSOCK;
  *inode = number;
  return 0;
}

int SocketCaller::ReadFlags(int* flags) const {
  char path[kPathBytes], text[256] = {};
  std::snprintf(path, sizeof path, "%d/fdinfo/%d", thread_, descriptor_);
  const UniqueFd file(::openat(proc_, path, O_RDONLY | O_CLOEXEC));
  // The first lines are all that is needed, however long it is.
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return EBADF;
  const char* const line = std::strstr(text, "flags:");
  unsigned value = 0;
  if (line == nullptr || std::sscanf(line, "flags: %o", &value) != 1) return EBADF;
  *flags = static_cast<int>(value);
  return 0;
}

int SocketCaller::ReadMemory(uint64_t address, size_t size, void* bytes) const {
  char path[kPathBytes];
  std::snprintf(path, sizeof path, "%d/mem", thread_);
  const UniqueFd memory(::openat(proc_, path, O_RDONLY | O_CLOEXEC));
  if (!memory) return EPERM;  // it lets nobody look at it, or has gone
  const ssize_t count = ::pread(memory.get(), bytes, size, static_cast<off_t>(address));
  return count == static_cast<ssize_t>(size) ? 0 : EFAULT;
}

}  // namespace assay
