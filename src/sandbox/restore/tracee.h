// Tracee: a process that the caller traces: its registers, its memory, its stops. Thin over
// ptrace(2); x86-64 alone (elsewhere Seize fails).
//
// Not thread-safe: only the thread that traces it may call.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"

#if defined(__x86_64__)
#include <sys/user.h>
#endif

namespace assay {

#if defined(__x86_64__)
using Registers = user_regs_struct;
#else
struct Registers {};
#endif

// All that a thread has in the processor.
struct ThreadState {
  Registers registers{};
  std::vector<char> extended;  // floating point, vectors, protection keys
};

// The system call at which a seccomp filter has stopped a process.
struct StoppedCall {
  long number = -1;
  uint64_t first = 0;  // argument
  uint64_t second = 0;
  uint64_t third = 0;
  uint64_t fourth = 0;
};

class Tracee {
 public:
  // From now on `pid` stops where a filter says SECCOMP_RET_TRACE, and ends with us.
  static bool Seize(pid_t pid);

  // Of a status that wait4(2) gave: the call before which it stopped, or nullopt for another stop.
  static std::optional<StoppedCall> CallAt(pid_t pid, int status);
  // After a stop that is nothing of ours: a signal goes on to the process.
  static bool Continue(pid_t pid, int status);

  static bool Save(pid_t pid, ThreadState* state);
  static bool SetExtended(pid_t pid, const ThreadState& state);
  // At the stop of a call that is skipped, returns `result`, and has `third` where its third
  // argument was; `registers`: null leaves all others.
  static bool Go(pid_t pid, const Registers* registers, long result, uint64_t third = 0);

  // Until the next stop. nullopt: it ended, or the deadline passed. `signals` becomes readable with
  // SIGCHLD.
  static std::optional<int> AwaitStop(pid_t pid, int signals, SteadyTime deadline);

  // A descriptor of the process's, as ours.
  static UniqueFd Take(int pidfd, int fd);
  static bool Write(pid_t pid, uint64_t address, const void* bytes, size_t size);
  // A string that ends within some hundred bytes.
  static std::optional<std::string> ReadString(pid_t pid, uint64_t address);
};

}  // namespace assay
