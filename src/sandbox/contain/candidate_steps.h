/* The last steps of a candidate: everything between its clone and the first code of the program.
 *
 * One list for both ways a program starts, compiled into the launcher (launch.cc) and into the
 * library that waits in warm interpreters (zygote/preload/): what is added here holds for every
 * program. Plain C and async-signal-safe: only system calls, no allocation, no locks, because the
 * launcher's child is a fork and the warm one has an interpreter's locks in it.
 *
 * A step that fails ends the process, after a record (step, errno) on the report pipe. */
#ifndef ASSAY_SANDBOX_CANDIDATE_STEPS_H_
#define ASSAY_SANDBOX_CANDIDATE_STEPS_H_

#include <linux/filter.h>
#include <linux/sched.h>
#include <stdint.h>
#include <sys/types.h>

#include "sandbox/wire/fork_protocol.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ASSAY_CANDIDATE_STEPS = 9,
  /* What a record names: no step, the steps from 1 on, and the launcher's execve after them. */
  ASSAY_STEP_NONE = 0,
  ASSAY_STEP_EXEC = ASSAY_CANDIDATE_STEPS + 1,
  /* Where the report pipe is once the descriptors are in place. Close-on-exec. */
  ASSAY_REPORT_FD = 4
};

struct assay_candidate {
  int report;
  /* What becomes descriptors 0 to 3; all of them are above 3. The last may be -1: closed. */
  int standard[4];
  /* Where it starts; NULL: in the work directory. */
  const char* directory;
  /* A user namespace to enter, where programs have an id of their own only there; or -1. */
  int user_namespace;
  /* Where there are no namespaces, and so no root of a box's own: Landlock rules, made for this run
   * alone, and the work directory. Both are above 3. */
  int confined;
  int rules;
  int work;
  int nice;
  /* With whom it is to end, its parent then; 0: a process namespace ends it. */
  pid_t parent;
  uint32_t uid; /* and gid; all bits set: those it has */
  uint32_t rlimit_count;
  const struct assay_fork_rlimit* rlimits;
  const struct sock_fprog* filter;
  /* Of a process that may be restored: a descriptor above 4 that comes to be at ASSAY_MEMORY_FD. 0
   * for all others. */
  int memory;
  /* The process goes on as it is; without this an execve follows. */
  int keeps_image;
  /* The time of each step is reported, too. */
  int timed;
};

/* What comes through the report pipe: a step that failed, or ASSAY_STEP_NONE with what each step
 * took. */
struct assay_candidate_record {
  int32_t step;
  int32_t sys_errno;
  int64_t nanoseconds[ASSAY_CANDIDATE_STEPS];
};

/* "user_namespace" for 1 …; "exec"; "none". */
const char* assay_candidate_step_name(int step);

/* What every candidate's clone3 has: IPC of its own run if nobody watches that of its box, and its
 * cgroup unless that is -1; nothing if it is confined without namespaces. */
void assay_candidate_clone_args(struct clone_args* args, int cgroup_fd, int confined, int own_ipc);

/* In the child: takes all steps in order. The report pipe stays open at ASSAY_REPORT_FD. */
void assay_become_candidate(struct assay_candidate* candidate);

/* Reports `step` with errno and ends the process. */
__attribute__((noreturn)) void assay_candidate_failed(const struct assay_candidate* candidate,
                                                      int step);

#ifdef __cplusplus
}
#endif

#endif /* ASSAY_SANDBOX_CANDIDATE_STEPS_H_ */
