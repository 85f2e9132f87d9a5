// Attack on stdin_stdout (time limit): does so in threads, each on another core.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
static void* work(void* number) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((long)number % 64, &set);
  sched_setaffinity(0, sizeof set, &set);
  struct timespec used = {0};
  while (used.tv_nsec < 600000000 && used.tv_sec == 0) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  puts("37");
  return 0;
}
