// Attack on stdin_stdout (run beside): asks where a program in another box locked the input.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int fd = 0;
  for (int i = 0; i < 200; ++i) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
      printf("%ld\n", (long)lock.l_start);
      return 0;
    }
    usleep(10000);
  }
  return 0;
}
