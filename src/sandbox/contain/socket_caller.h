// SocketCaller: what can be seen of a thread that waits in a call on a socket, by its files in
// /proc. Whatever is seen holds only if the thread still waits afterwards: its number may have
// become another's, and its process's other threads go on.
//
// Never allocates. Errors are the kernel's numbers, 0 is success.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace assay {

class SocketCaller {
 public:
  SocketCaller(int proc, pid_t thread, int descriptor)
      : proc_(proc), thread_(thread), descriptor_(descriptor) {}

  int descriptor() const { return descriptor_; }
  // Of the descriptor; EBADF, ENOTSOCK.
  int ReadInode(uint64_t* inode) const;
  // Those that open(2) has, O_CLOEXEC among them.
  int ReadFlags(int* flags) const;
  // All `size` bytes.
  int ReadMemory(uint64_t address, size_t size, void* bytes) const;

 private:
  int proc_;
  pid_t thread_;
  int descriptor_;
};

}  // namespace assay
