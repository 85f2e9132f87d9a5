// ATTACK: becomes another user, regains capabilities, raises limits and priorities.
// EXPECT: AC
// STDOUT: ^clean$
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
int main(void) {
  int broken = 0;
  broken |= getuid() == 0 || geteuid() == 0 || getgid() == 0 ? 1 : 0;
  broken |= setuid(0) == 0 || setgid(0) == 0 || setresuid(0, 0, 0) == 0 ? 2 : 0;
  broken |= prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 ? 4 : 0;
  for (int capability = 0; capability < 41; ++capability)
    if (prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1) broken |= 8;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max = RLIM_INFINITY;
  broken |= setrlimit(RLIMIT_NOFILE, &limit) == 0 ? 16 : 0;
  broken |= setpriority(PRIO_PROCESS, 0, -5) == 0 ? 32 : 0;
  struct sched_param param = {.sched_priority = 1};
  broken |= sched_setscheduler(0, SCHED_FIFO, &param) == 0 ? 64 : 0;
  struct timeval now = {1, 1};
  broken |= settimeofday(&now, 0) == 0 ? 128 : 0;
  broken |= syscall(SYS_reboot, 0xfee1dead, 672274793, 0x89abcdef, 0) == 0 ? 256 : 0;
  if (broken) printf("broken %d\n", broken);
  else printf("clean\n");
  return 0;
}
