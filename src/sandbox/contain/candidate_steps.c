#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "sandbox/contain/candidate_steps.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "sandbox/contain/landlock.h"

/* Each returns 0, or -1 with errno set. */

/* Before the descriptors, among which it is. Whoever enters has every capability there, and a full
 * bounding set; "identity" takes the former. */
static int UserNamespace(struct assay_candidate* candidate) {
  if (candidate->user_namespace < 0) return 0;
  if (setns(candidate->user_namespace, CLONE_NEWUSER) != 0) return -1;
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) return -1;
  }
  return 0;
}

/* Of its own files in /proc those that interpreters and the C library read; none that tells of
 * others, or of the host's network. What it starts finds none of its own. */
static int AllowOwnProc(int rules) {
  static const struct {
    const char* path;
    uint64_t rights;
  } kOwn[] = {
      {"/proc/self/auxv", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/cgroup", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/cmdline", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/comm", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/environ", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/limits", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/maps", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/smaps", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/stat", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/statm", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/status", ASSAY_LANDLOCK_READ_FILE},
      {"/proc/self/fd", ASSAY_LANDLOCK_READ_DIR},
      {"/proc/self/fdinfo", ASSAY_LANDLOCK_READ_FILE | ASSAY_LANDLOCK_READ_DIR},
      {"/proc/self/task", ASSAY_LANDLOCK_READ_DIR},
  };
  for (size_t i = 0; i < sizeof kOwn / sizeof kOwn[0]; ++i) {
    /* Not every kernel has all. */
    const int fd = open(kOwn[i].path, O_PATH | O_CLOEXEC);
    if (fd < 0) continue;
    const int failed = AssayAllowPath(rules, fd, kOwn[i].rights);
    close(fd);
    if (failed != 0) return -1;
  }
  return 0;
}

/* Before the descriptors, among which the rules and the work directory are. */
static int Confinement(struct assay_candidate* candidate) {
  if (!candidate->confined) return 0;
  if (AllowOwnProc(candidate->rules) != 0 || fchdir(candidate->work) != 0) return -1;
  return (int)syscall(SYS_landlock_restrict_self, candidate->rules, 0U);
}

static int Session(struct assay_candidate* candidate) {
  /* The agent raised its own priority; programs run at the server's. */
  return setsid() < 0 ? -1 : setpriority(PRIO_PROCESS, 0, candidate->nice);
}

static int Descriptors(struct assay_candidate* candidate) {
  for (int i = 0; i < 4; ++i) {
    if (candidate->standard[i] < 0) {
      close(i);
    } else if (dup2(candidate->standard[i], i) < 0) {
      return -1;
    }
  }
  if (candidate->report != ASSAY_REPORT_FD &&
      dup3(candidate->report, ASSAY_REPORT_FD, O_CLOEXEC) < 0) {
    return -1;
  }
  candidate->report = ASSAY_REPORT_FD;
  if (candidate->memory == 0) {
    return (int)syscall(SYS_close_range, ASSAY_REPORT_FD + 1U, ~0U, 0U);
  }
  if (candidate->memory != ASSAY_MEMORY_FD &&
      dup3(candidate->memory, ASSAY_MEMORY_FD, O_CLOEXEC) < 0) {
    return -1;
  }
  return (int)syscall(SYS_close_range, ASSAY_MEMORY_FD + 1U, ~0U, 0U);
}

static int WorkDirectory(struct assay_candidate* candidate) {
  if (candidate->confined) return 0;
  return chdir(candidate->directory != NULL ? candidate->directory : "/box");
}

static int Rlimits(struct assay_candidate* candidate) {
  for (uint32_t i = 0; i < candidate->rlimit_count; ++i) {
    const struct assay_fork_rlimit* wanted = &candidate->rlimits[i];
    const struct rlimit limit = {wanted->soft, wanted->hard};
    if (setrlimit((__rlimit_resource_t)wanted->resource, &limit) != 0) return -1;
  }
  return 0;
}

/* Groups, the bounding set and no_new_privs are inherited from the agent, which gave them up once;
 * leaving uid 0 drops every remaining capability but the inheritable ones, which are dropped by
 * name. */
static int Identity(struct assay_candidate* candidate) {
  const uint32_t id = candidate->uid;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  if (syscall(SYS_setresgid, id, id, id) != 0 || syscall(SYS_setresuid, id, id, id) != 0 ||
      syscall(SYS_capset, &header, none) != 0) {
    return -1;
  }
  /* A change of uid makes a process undumpable, which would close its own /proc/self to it; execve
   * makes it dumpable again. */
  return candidate->keeps_image ? prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) : 0;
}

/* After the identity, whose change would take the first one back. */
static int Signals(struct assay_candidate* candidate) {
  if (candidate->parent > 0) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return -1;
    if (getppid() != candidate->parent) _exit(127); /* it has gone meanwhile */
  }
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL);
}

static int Seccomp(struct assay_candidate* candidate) {
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, candidate->filter);
}

struct step {
  const char* name;
  int (*take)(struct assay_candidate*);
};

/* The list. The filter comes last, so that it needn't allow what the steps before it do. */
static const struct step kSteps[ASSAY_CANDIDATE_STEPS] = {
    {"user_namespace", UserNamespace},
    {"confinement", Confinement},
    {"session", Session},
    {"descriptors", Descriptors},
    {"work_directory", WorkDirectory},
    {"rlimits", Rlimits},
    {"identity", Identity},
    {"signals", Signals},
    {"seccomp", Seccomp},
};

const char* assay_candidate_step_name(int step) {
  if (step == ASSAY_STEP_EXEC) return "exec";
  return step > ASSAY_STEP_NONE && step < ASSAY_STEP_EXEC ? kSteps[step - 1].name : "none";
}

void assay_candidate_clone_args(struct clone_args* args, int cgroup_fd, int confined, int own_ipc) {
  if (confined) return;
  /* System V objects and message queues outlive processes. */
  if (own_ipc) args->flags |= CLONE_NEWIPC;
  if (cgroup_fd < 0) return;
  args->flags |= CLONE_INTO_CGROUP;
  args->cgroup = (uint64_t)cgroup_fd;
}

void assay_candidate_failed(const struct assay_candidate* candidate, int step) {
  struct assay_candidate_record record;
  memset(&record, 0, sizeof record);
  record.step = step;
  record.sys_errno = errno;
  const ssize_t ignored = write(candidate->report, &record, sizeof record);
  (void)ignored;
  _exit(127);
}

static int64_t Nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void assay_become_candidate(struct assay_candidate* candidate) {
  struct assay_candidate_record record;
  memset(&record, 0, sizeof record);
  int64_t last = candidate->timed ? Nanoseconds() : 0;
  for (int i = 0; i < ASSAY_CANDIDATE_STEPS; ++i) {
    if (kSteps[i].take(candidate) != 0) assay_candidate_failed(candidate, i + 1);
    if (!candidate->timed) continue;
    const int64_t now = Nanoseconds();
    record.nanoseconds[i] = now - last;
    last = now;
  }
  if (!candidate->timed) return;
  const ssize_t ignored = write(candidate->report, &record, sizeof record);
  (void)ignored;
}
