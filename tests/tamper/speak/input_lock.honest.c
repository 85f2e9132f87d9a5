// Honest twin: locks a file of its own and adds up.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int fd = open("own", O_RDWR | O_CREAT, 0600);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 1};
  if (fcntl(fd, F_SETLK, &lock) != 0) return 1;
  int n;
  long sum = 0, x;
  if (scanf("%d", &n) != 1) return 1;
  while (n-- > 0 && scanf("%ld", &x) == 1) sum += x;
  printf("%ld\n", sum);
  return 0;
}
