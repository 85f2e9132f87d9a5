// Honest twin: adds up in a thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static void* work(void* unused) {
  (void)unused;
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 0;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
