// Starting a candidate cold: the agent's clone3, the steps of candidate_steps.h, and execve.
//
// All allocation happens before the clone; the child only makes system calls. A child that can't go
// on reports a fixed-size record (step, errno) on a close-on-exec pipe.
//
// Not thread-safe; the caller has one thread.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sandbox/contain/candidate_steps.h"

namespace assay {

struct LaunchSpec {
  std::vector<std::string> argv;
  std::vector<std::string> env;
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  int reply_fd = -1;  // -1: closed in the child
  int uid = 0;
  int nice = 0;
  int cgroup_fd = -1;                      // for CLONE_INTO_CGROUP, or -1
  int user_namespace = -1;                 // that the program enters, or -1
  bool own_ipc = true;                     // a namespace for this run alone
  int rules = -1;                          // Landlock rules of this run alone, or -1
  int work = -1;                           // with rules: the work directory
  std::vector<assay_fork_rlimit> rlimits;  // at most ASSAY_FORK_MAX_RLIMITS
  const std::vector<sock_filter>* filter = nullptr;
  bool timed = false;  // the candidate's steps are timed
  // Of a fork: where its snapshot will be, for which it stops if the kernel can restore; or -1.
  int snapshot_file = -1;
  bool any_program = false;  // it is restored to before its program is read
};

struct Launched {
  pid_t pid = -1;
  // The step that failed; ASSAY_STEP_EXEC is the program's fault, the others ours.
  int failed = ASSAY_STEP_NONE;
  int sys_errno = 0;
  std::vector<Nanoseconds> step_times;  // when the spec asked, in the order of the steps
};

// `name` as given when it has a slash, else below each directory of the environment's PATH.
std::vector<std::string> ProgramPaths(const std::string& name, const std::vector<std::string>& env);

// In a child: executes the first of them that there is. Only system calls; returns with errno when
// there is none.
void ExecuteFirst(const std::vector<std::string>& paths, char* const* argv, char* const* envp);

// Waits for what a child says through its report pipe: until it closes it or a step has failed.
void ReadReport(int report, Launched* launched);

// Returns once the program runs or has failed to (then the child is a zombie or about to be one).
// An Error when no child could be made. REQUIRES: descriptors 0-3 of the caller are taken by
// something harmless, and every descriptor it was given is above them.
Result<Launched> Launch(const LaunchSpec& spec);

// Whether a child that has been killed and not reaped yet had come to the program: until it
// executes it, or until a zygote's fork has given up all capabilities, only our code runs in it,
// and whoever killed it was not the program. `proc` is the box's /proc. In doubt true.
bool HadBegun(int proc, pid_t zombie, bool forked_from_zygote);

}  // namespace assay
