// Idiom on stdin (processes and threads): opens files and objects on small stacks, and from a handler beside a timer.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static void* Work(void* unused) {
  struct stat info;
  int fd = open("/tmp/small", O_RDWR | O_CREAT, 0600);
  assert(fd >= 0 && close(fd) == 0 && stat("/tmp/small", &info) == 0);
  sem_t* semaphore = sem_open("/small", O_CREAT, 0600, 1);
  assert(semaphore != SEM_FAILED && sem_wait(semaphore) == 0 && sem_post(semaphore) == 0);
  fd = shm_open("/small", O_RDWR | O_CREAT, 0600);
  assert(fd >= 0 && close(fd) == 0);
  return unused;
}

static char area[8192];
static volatile int handled;
static void OnSignal(int number) {
  (void)number;
  if (syscall(SYS_getpid) == getpid()) ++handled;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  assert(pthread_attr_setstacksize(&attributes, 20480) == 0);
  for (int i = 0; i < 20; ++i) {
    pthread_t thread;
    assert(pthread_create(&thread, &attributes, Work, NULL) == 0 && pthread_join(thread, NULL) == 0);
  }
  stack_t own = {.ss_sp = area, .ss_size = sizeof area};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = OnSignal;
  action.sa_flags = SA_ONSTACK;
  assert(sigaltstack(&own, NULL) == 0 && sigaction(SIGALRM, &action, NULL) == 0);
  struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 3000; ++i) assert(chmod("/tmp/small", i % 2 ? 0600 : 0640) == 0);
  setitimer(ITIMER_REAL, &never, NULL);
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
