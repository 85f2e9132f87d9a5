#define _GNU_SOURCE
#include "sandbox/zygote/preload/restore_point.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
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
/* Pages of their own, and nothing but zeros while a program runs: the last copy is of the list
 * itself, which ends there. */
static _Alignas(4096) union {
  struct assay_copy list[ASSAY_MOST_COPIES + 1];
  char bytes[ASSAY_COPIES_BYTES];
} copies;
static void* snapshot; /* where the agent's file is mapped, to be read */
static struct action actions[kSignals + 1];
static uint64_t blocked;
static stack_t signal_stack;

int AssayOpenMemory(void) {
  return (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
}

/* The restore filter hands exit_group to the agent, which says what it returns. A process is made
 * what it was within this statement, where it stopped for its snapshot, too: the copies are made
 * without a stack and, but for the list, without anything that a run could have changed. Inlined,
 * as the run has written over where it would return to. */
__attribute__((always_inline)) inline static long Stop(unsigned long what) {
  long answer = SYS_exit_group;
  struct assay_layout* second = &layout;
  struct assay_copy* third = copies.list;
  register void* fourth __asm__("r10") = snapshot;
  _Static_assert(sizeof(struct assay_copy) == 24 && sizeof copies == ASSAY_COPIES_BYTES,
                 "see the code");
  __asm__ volatile(
      "syscall\n\t"
      "test %%rdx, %%rdx\n\t"
      "jz 3f\n\t"
      "cld\n\t"
      "mov %%rax, %%r8\n"
      "1:\n\t"
      "mov 16(%%rdx), %%rcx\n\t"
      "test %%rcx, %%rcx\n\t"
      "jz 2f\n\t"
      "mov (%%rdx), %%rdi\n\t"
      "mov 8(%%rdx), %%rsi\n\t"
      "add $24, %%rdx\n\t"
      "test %%rsi, %%rsi\n\t"
      "jz 4f\n\t"
      "rep movsb\n\t"
      "jmp 1b\n"
      "4:\n\t"
      "xor %%eax, %%eax\n\t"
      "rep stosb\n\t"
      "jmp 1b\n"
      "2:\n\t"
      "mov %%r8, %%rax\n"
      "3:"
      : "+a"(answer), "+D"(what), "+S"(second), "+d"(third), "+r"(fourth)
      :
      : "rcx", "r8", "r11", "cc", "memory");
  return answer;
}

void* AssayKeepPlaceForSnapshot(void) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const place = mmap(NULL, ASSAY_SNAPSHOT_BYTES, PROT_NONE, flags, -1, 0);
  snapshot = place == MAP_FAILED ? NULL : place;
  return snapshot;
}

int AssayMapSnapshot(int file) {
  if (snapshot == NULL) return -1;
  const int flags = MAP_SHARED | MAP_FIXED;
  return mmap(snapshot, ASSAY_SNAPSHOT_BYTES, PROT_READ, flags, file, 0) == snapshot ? 0 : -1;
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

/* CPython takes its handler of SIGINT away at each end: of that one nobody is told. */
static int SetInterruptHandler(void) {
  return (int)syscall(SYS_rt_sigaction, SIGINT, &actions[SIGINT], NULL, kSignalBytes);
}

/* Each change stops for the agent, so only those that there were. */
static void SetHandlers(void) {
  for (int i = 1; i <= kSignals; ++i) {
    struct action now;
    memset(&now, 0, sizeof now);
    syscall(SYS_rt_sigaction, i, NULL, &now, kSignalBytes);
    if (memcmp(&now, &actions[i], sizeof now) == 0) continue;
    syscall(SYS_rt_sigaction, i, &actions[i], NULL, kSignalBytes);
  }
}

void AssayRestorePoint(const struct sock_fprog* filter) {
  for (int i = 1; i <= kSignals; ++i) {
    syscall(SYS_rt_sigaction, i, NULL, &actions[i], kSignalBytes);
  }
  syscall(SYS_rt_sigprocmask, 0, NULL, &blocked, kSignalBytes);
  sigaltstack(NULL, &signal_stack);
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, filter) != 0) {
    close(ASSAY_MEMORY_FD); /* a fork as any other: it never stops */
    return;
  }
  long answer;
  while ((answer = Stop(ASSAY_STOP_SNAPSHOT)) == -ENOSYS) {
    syscall(SYS_sched_yield); /* the agent doesn't trace us yet */
  }
  if (answer == ASSAY_CLEAR) ClearAway();
  if (answer == ASSAY_GO_ON) {
    close(ASSAY_MEMORY_FD);
    return;
  }
  TakeDescriptors();
  if (chdir("/box") != 0) AssayGiveUpRun();
  if (SetInterruptHandler() != 0) AssayGiveUpRun();
  if (answer == ASSAY_RESUME_HANDLERS) SetHandlers();
  syscall(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, &blocked, NULL, kSignalBytes);
  if (sigaltstack(&signal_stack, NULL) != 0) AssayGiveUpRun();
}

#else /* another processor has other registers */

int AssayOpenMemory(void) {
  return -1;
}
void* AssayKeepPlaceForSnapshot(void) {
  return NULL;
}
int AssayMapSnapshot(int file) {
  (void)file;
  return -1;
}
void AssayRestorePoint(const struct sock_fprog* filter) {
  (void)filter;
}
void AssayGiveUpRun(void) {
  _exit(127);
}

#endif
