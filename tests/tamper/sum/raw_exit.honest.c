// Honest twin: calls getpid raw.
#include <sys/syscall.h>
#include <unistd.h>
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
  int n;
  syscall(SYS_getpid);
  long long sum = 0, v;
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n && scanf("%lld", &v) == 1; ++i) sum += v;
  printf("%lld\n", sum);
  return 0;
}
