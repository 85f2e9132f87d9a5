// The numbered entries of procfs directories: processes of a box, threads of a process. Not
// thread-safe: walking a directory moves its descriptor's position.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "base/clock.h"

namespace assay {

// Calls visit(name) for the entries of an open procfs directory that are numbers. Allocates
// nothing.
template <typename Visit>
void ForEachNumber(int directory, const Visit& visit) {
  ::lseek(directory, 0, SEEK_SET);
  alignas(8) char buffer[8192];
  for (;;) {
    const long size = ::syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (size <= 0) return;
    for (long at = 0; at < size;) {
      unsigned short length;
      std::memcpy(&length, buffer + at + 16, sizeof length);
      const char* name = buffer + at + 19;
      if (name[0] >= '1' && name[0] <= '9') visit(name);
      at += length;
    }
  }
}

// Sum over the living threads of a process of the time they were ready but not running. `proc` is
// the open /proc of the box.
Nanoseconds RunDelayOf(int proc, const char* pid);

}  // namespace assay
