// WaitingCaller: what can be seen of a thread that waits in a call, by its files in /proc. Whatever
// is seen holds only if the thread still waits afterwards: its number may have become another's,
// and its process's other threads go on.
//
// Errors are the kernel's numbers, 0 is success.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace assay {

class WaitingCaller {
 public:
  WaitingCaller(int proc, pid_t thread) : proc_(proc), thread_(thread) {}

  // Of a socket; EBADF, ENOTSOCK.
  int ReadInode(int descriptor, uint64_t* inode) const;
  // Those that open(2) has, O_CLOEXEC among them.
  int ReadFlags(int descriptor, int* flags) const;
  // Where an open file or directory is; AT_FDCWD: where the thread is. ENOTDIR: it has no path.
  int ReadPath(int descriptor, std::string* path) const;
  // Up to a zero byte; ENAMETOOLONG.
  int ReadText(uint64_t address, std::string* text) const;
  // All `size` bytes.
  int ReadMemory(uint64_t address, size_t size, void* bytes) const;

 private:
  int proc_;
  pid_t thread_;
};

}  // namespace assay
