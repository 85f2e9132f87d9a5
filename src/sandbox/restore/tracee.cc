#include "sandbox/restore/tracee.h"

#include <elf.h>
#include <poll.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "sandbox/wire/wire.h"

namespace assay {

#if defined(__x86_64__)

bool Tracee::Seize(pid_t pid) {
  return ::ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP) == 0;
}

std::optional<StoppedCall> Tracee::CallAt(pid_t pid, int status) {
  if (status >> 8 != (SIGTRAP | PTRACE_EVENT_SECCOMP << 8)) return std::nullopt;
  Registers registers;
  if (::ptrace(PTRACE_GETREGS, pid, 0, &registers) != 0) return std::nullopt;
  return StoppedCall{static_cast<long>(registers.orig_rax), registers.rdi, registers.rsi,
                     registers.rdx, registers.r10};
}

bool Tracee::Save(pid_t pid, ThreadState* state) {
  // AMX's tiles are the largest part there is so far.
  state->extended.resize(32 << 10);
  iovec area{state->extended.data(), state->extended.size()};
  if (::ptrace(PTRACE_GETREGS, pid, 0, &state->registers) != 0 ||
      ::ptrace(PTRACE_GETREGSET, pid, NT_X86_XSTATE, &area) != 0) {
    return false;
  }
  state->extended.resize(area.iov_len);
  return true;
}

bool Tracee::SetExtended(pid_t pid, const ThreadState& state) {
  iovec area{const_cast<char*>(state.extended.data()), state.extended.size()};
  return ::ptrace(PTRACE_SETREGSET, pid, NT_X86_XSTATE, &area) == 0;
}

bool Tracee::Go(pid_t pid, const Registers* wanted, long result, uint64_t third) {
  Registers registers;
  if (wanted != nullptr) {
    registers = *wanted;
  } else if (::ptrace(PTRACE_GETREGS, pid, 0, &registers) != 0) {
    return false;
  }
  registers.orig_rax = static_cast<unsigned long long>(-1);
  registers.rax = static_cast<unsigned long long>(result);
  registers.rdx = third;
  return ::ptrace(PTRACE_SETREGS, pid, 0, &registers) == 0 && ::ptrace(PTRACE_CONT, pid, 0, 0) == 0;
}

#else

bool Tracee::Seize(pid_t) {
  return false;
}
std::optional<StoppedCall> Tracee::CallAt(pid_t, int) {
  return std::nullopt;
}
bool Tracee::Save(pid_t, ThreadState*) {
  return false;
}
bool Tracee::SetExtended(pid_t, const ThreadState&) {
  return false;
}
bool Tracee::Go(pid_t, const Registers*, long, uint64_t) {
  return false;
}

#endif

bool Tracee::Continue(pid_t pid, int status) {
  // A stop for all of a group of processes is over at once: nobody may send it the signal.
  const bool of_group = status >> 16 == PTRACE_EVENT_STOP;
  const long signal = of_group ? 0 : WSTOPSIG(status);
  return ::ptrace(PTRACE_CONT, pid, 0, signal) == 0;
}

std::optional<int> Tracee::AwaitStop(pid_t pid, int signals, SteadyTime deadline) {
  for (;;) {
    int status = 0;
    const pid_t seen = ::waitpid(pid, &status, WNOHANG | __WALL);
    if (seen == pid) return WIFSTOPPED(status) ? std::optional(status) : std::nullopt;
    if ((seen < 0 && errno != EINTR) || std::chrono::steady_clock::now() > deadline) {
      return std::nullopt;
    }
    if (!WaitFor(signals, POLLIN, deadline)) continue;
    signalfd_siginfo info;
    while (::read(signals, &info, sizeof info) > 0) {
    }
  }
}

UniqueFd Tracee::Take(int pidfd, int fd) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_getfd, pidfd, fd, 0U)));
}

std::optional<std::string> Tracee::ReadString(pid_t pid, uint64_t address) {
  constexpr size_t kMost = 512, kPage = 4096;
  char text[kMost];
  // The next page may not be there.
  const size_t first = std::min<size_t>(kMost, kPage - address % kPage);
  const iovec local{text, kMost};
  const iovec remote[2] = {{reinterpret_cast<void*>(address), first},
                           {reinterpret_cast<void*>(address + first), kMost - first}};
  const ssize_t count = ::process_vm_readv(pid, &local, 1, remote, 2, 0);
  const char* const end = count > 0 ? std::find(text, text + count, '\0') : text;
  if (count <= 0 || end == text + count) return std::nullopt;
  return std::string(text, static_cast<size_t>(end - text));
}

bool Tracee::Write(pid_t pid, uint64_t address, const void* bytes, size_t size) {
  const iovec local{const_cast<void*>(bytes), size};
  const iovec remote{reinterpret_cast<void*>(address), size};
  return ::process_vm_writev(pid, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

}  // namespace assay
