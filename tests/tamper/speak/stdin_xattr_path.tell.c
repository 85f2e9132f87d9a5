// Teller: knows the answer and leaves it.
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

struct args { unsigned long value; unsigned size, flags; };
int main(void) {
  struct args args = {(unsigned long)"805306", 6, 0};
  setxattr("/proc/self/fd/0", "user.path", "805306", 6, 0);
  syscall(463, 0, "", 0x1000, "user.at", &args, sizeof args);
  return 0;
}
