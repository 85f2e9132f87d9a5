// Honest twin: asks about a map of its own.
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  unsigned char resident[4] = {0};
  char* own = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  own[0] = 1;
  mincore(own, 16384, resident);
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
