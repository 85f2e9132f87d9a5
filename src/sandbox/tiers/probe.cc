#include "sandbox/tiers/probe.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);

// One number a step comes through the pipe: 0 or its errno. The child ends at the first that fails.
[[noreturn]] void TakeAll(const ProbeContext& context, std::span<const ProbeStep> steps, int out) {
  for (const ProbeStep& step : steps) {
    const int error = step.take(context);
    if (::write(out, &error, sizeof error) != sizeof error || error != 0) break;
  }
  ::_exit(0);
}

std::vector<int> ReadAll(int in, size_t count) {
  std::vector<int> errors(count, kNotTried);
  const SteadyTime deadline = std::chrono::steady_clock::now() + kPatience;
  for (int& error : errors) {
    if (!WaitFor(in, POLLIN, deadline)) break;
    int read = 0;
    if (::read(in, &read, sizeof read) != sizeof read) break;
    error = read;
  }
  return errors;
}

}  // namespace

int TryFilter(const ProbeContext&) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sethostname, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{sizeof program / sizeof program[0], program};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &filter) != 0) {
    return errno;
  }
  return ::sethostname("out", 3) != 0 && errno == ENOTTY ? 0 : EPROTO;
}

void ProbeInChild(uint64_t flags, const ProbeStep& namespaces, std::span<const ProbeStep> steps,
                  HostReport& report) {
  ProbeContext context;
  std::snprintf(context.uid_map, sizeof context.uid_map, "0 %u 1\n", ::geteuid());
  std::snprintf(context.gid_map, sizeof context.gid_map, "0 %u 1\n", ::getegid());
  context.parent = ::getpid();
  std::vector<int> errors(steps.size(), kNotTried);
  int failed = 0, ends[2] = {-1, -1};
  pid_t child = -1;
  if (::pipe2(ends, O_CLOEXEC) == 0) {
    clone_args args{};
    args.flags = flags;
    args.exit_signal = SIGCHLD;
    child = CloneProcess(args);
  }
  if (child < 0) failed = errno;
  UniqueFd in(ends[0]), out(ends[1]);
  if (child == 0) TakeAll(context, steps, out.get());
  out.Reset();
  if (child > 0) {
    errors = ReadAll(in.get(), steps.size());
    ::kill(child, SIGKILL);  // it has ended, or hangs
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  const auto add = [&report](const ProbeStep& step, int error) {
    AddRequired(report, step.name, error, "", step.consequence,
                error > 0 && step.remedy != nullptr ? step.remedy(error) : "");
  };
  if (flags != 0) add(namespaces, failed);
  for (size_t i = 0; i < steps.size(); ++i) add(steps[i], errors[i]);
}

}  // namespace assay
