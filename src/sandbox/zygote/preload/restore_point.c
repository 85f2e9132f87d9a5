#define _GNU_SOURCE
#include "sandbox/zygote/preload/restore_point.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/wire/fork_protocol.h"
#include "sandbox/zygote/preload/descriptors.h"

#if defined(__x86_64__)

enum { kSignals = 64, kSignalBytes = 8, kMostDescriptors = 4 };

/* As the kernel has it, restorer and all. */
struct action {
  void* handler;
  unsigned long flags;
  void* restorer;
  uint64_t mask;
};

static struct assay_layout layout;
static struct action actions[kSignals + 1];
static uint64_t blocked;
static stack_t signal_stack;

int AssayOpenMemory(void) {
  return (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
}

/* The restore filter hands exit_group to the agent, which says what it returns. */
static long Stop(unsigned long what) {
  long answer = SYS_exit_group;
  __asm__ volatile("syscall" : "+a"(answer) : "D"(what), "S"(&layout) : "rcx", "r11", "memory");
  return answer;
}

void AssayGiveUpRun(void) {
  for (;;) Stop(ASSAY_STOP_FAILED);
}

/* The agent has written `layout` and set the stack; all else is as the program left it. */
__attribute__((noreturn)) static void ClearAway(void) {
  uint32_t i = 0;
  for (; i < layout.unmap_count; ++i) {
    if (syscall(SYS_munmap, layout.ranges[i].start, layout.ranges[i].bytes) != 0) AssayGiveUpRun();
  }
  for (; i < layout.unmap_count + layout.map_count; ++i) {
    void* const start = (void*)layout.ranges[i].start;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS; /* the filter wants no MAP_FIXED */
    if (mmap(start, layout.ranges[i].bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != start)
      AssayGiveUpRun();
  }
  if (layout.heap_end != 0 && (uint64_t)syscall(SYS_brk, layout.heap_end) != layout.heap_end) {
    AssayGiveUpRun();
  }
  /* Not the work directory: it is made anew between runs. */
  if (syscall(SYS_close_range, 0U, ~0U, 0U) != 0 || chdir("/") != 0) AssayGiveUpRun();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0 || ends[0] != 0 || ends[1] != 1)
    AssayGiveUpRun();
  Stop(ASSAY_STOP_CLEARED);
  AssayGiveUpRun();
}

static void TakeDescriptors(void) {
  uint32_t packet = 0;
  int fds[ASSAY_FORK_MAX_FDS], received;
  close(1); /* the agent has it */
  const ssize_t bytes = ReceiveWithDescriptors(0, &packet, sizeof packet, 0, fds, &received);
  if (bytes != sizeof packet || packet != ASSAY_RESUME_PACKET) AssayGiveUpRun();
  if (received < 3 || received > kMostDescriptors) AssayGiveUpRun();
  /* They came to be at 1 and the next; the socket is at 0. */
  for (int i = 0; i < received; ++i) {
    if (fds[i] != i + 1 || dup2(fds[i], i) != i) AssayGiveUpRun();
  }
  close(received);
}

void AssayAwaitTracer(void) {
  while (Stop(ASSAY_STOP_BEGUN) == -ENOSYS) syscall(SYS_sched_yield);
}

void AssayRestorePoint(void) {
  for (int i = 1; i <= kSignals; ++i) {
    syscall(SYS_rt_sigaction, i, NULL, &actions[i], kSignalBytes);
  }
  syscall(SYS_rt_sigprocmask, 0, NULL, &blocked, kSignalBytes);
  sigaltstack(NULL, &signal_stack);
  const long answer = Stop(ASSAY_STOP_SNAPSHOT);
  if (answer == ASSAY_CLEAR) ClearAway();
  if (answer == ASSAY_GO_ON) {
    close(ASSAY_MEMORY_FD);
    return;
  }
  TakeDescriptors();
  if (chdir("/box") != 0) AssayGiveUpRun();
  for (int i = 1; i <= kSignals; ++i) {
    syscall(SYS_rt_sigaction, i, &actions[i], NULL, kSignalBytes);
  }
  syscall(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &blocked, NULL, kSignalBytes);
  if (sigaltstack(&signal_stack, NULL) != 0) AssayGiveUpRun();
}

#else /* another processor has other registers */

int AssayOpenMemory(void) {
  return -1;
}
void AssayAwaitTracer(void) {}
void AssayRestorePoint(void) {}
void AssayGiveUpRun(void) {
  _exit(127);
}

#endif
