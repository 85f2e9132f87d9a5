// Starting a candidate: everything between the agent's clone3 and the candidate's execve.
//
// All allocation happens in Prepare, before the clone; the child only makes system calls. A child
// that can't go on reports a fixed-size record (step, errno) on a close-on-exec pipe.
//
// Not thread-safe; the caller has one thread.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

// The step a child failed at; kExec is the program's fault, the others ours.
enum class LaunchStep : int {
  kNone,
  kSession,
  kDescriptors,
  kLimits,
  kIdentity,
  kSeccomp,
  kExec,
};
const char* ToString(LaunchStep step);

struct LaunchSpec {
  std::vector<std::string> argv;
  std::vector<std::string> env;
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  int reply_fd = -1;  // -1: closed in the child
  int uid = 0;
  int nice = 0;
  int cgroup_fd = -1;  // for CLONE_INTO_CGROUP, or -1
  std::vector<std::pair<int, rlimit>> rlimits;
  const std::vector<sock_filter>* filter = nullptr;
};

struct Launched {
  pid_t pid = -1;
  LaunchStep failed = LaunchStep::kNone;
  int sys_errno = 0;
};

// Returns once the program runs or has failed to (then the child is a zombie or about to be one).
// An Error when no child could be made. REQUIRES: descriptors 0-3 of the caller are taken by
// something harmless, and every descriptor it was given is above them.
Result<Launched> Launch(const LaunchSpec& spec);

// Whether a child that has been killed and not reaped yet had come to the program: until it
// executes it, or until a zygote's fork gives up the box's root, only our code runs in it, and
// whoever killed it was not the program. `proc` is the box's /proc. In doubt true.
bool HadBegun(int proc, pid_t zombie, bool forked_from_zygote);

}  // namespace assay
