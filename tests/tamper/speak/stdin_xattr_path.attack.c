// Attack on stdin_stdout (next run): the same by the path of the descriptor and by the newest system call.
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

struct args { unsigned long value; unsigned size, flags; };
int main(void) {
  char text[32] = "";
  struct args args = {(unsigned long)text, sizeof text - 1, 0};
  if (getxattr("/proc/self/fd/0", "user.path", text, sizeof text - 1) < 0)
    syscall(464, 0, "", 0x1000, "user.at", &args, sizeof args);
  puts(text);
  return 0;
}
