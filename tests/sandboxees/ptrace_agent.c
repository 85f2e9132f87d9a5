// ATTACK: reads or steers the process that judges it.
// EXPECT: AC
// STDOUT: ^clean$
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  int broken = 0;
  int targets[2] = {1, getppid()};
  for (int i = 0; i < 2; ++i) {
    /* Where the judging process is in a namespace above, the parent has no number here, and 0 means us. */
    if (targets[i] == 0) continue;
    char buffer[16];
    struct iovec local = {buffer, sizeof buffer}, remote = {(void*)0x400000, sizeof buffer};
    broken |= ptrace(PTRACE_ATTACH, targets[i], 0, 0) == 0 ? 1 : 0;
    broken |= ptrace(PTRACE_SEIZE, targets[i], 0, 0) == 0 ? 2 : 0;
    broken |= process_vm_readv(targets[i], &local, 1, &remote, 1, 0) > 0 ? 4 : 0;
    broken |= syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, targets[i], 0), 0, 0) >= 0 ? 8 : 0;
    broken |= kill(targets[i], SIGKILL) == 0 ? 16 : 0;
    broken |= kill(targets[i], SIGSTOP) == 0 ? 32 : 0;
  }
  if (broken) printf("broken %d\n", broken);
  else printf("clean\n");
  return 0;
}
