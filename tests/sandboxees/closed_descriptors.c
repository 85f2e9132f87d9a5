// ATTACK: closes every descriptor, then goes on.
// EXPECT: AC
#include <unistd.h>
int main(void) {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  return 0;
}
