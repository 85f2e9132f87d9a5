// Teller: knows the answer and leaves it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int fd = 0;
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 805306, .l_len = 1};
  fcntl(fd, F_SETLK, &lock);
  sleep(2);
  return 0;
}
