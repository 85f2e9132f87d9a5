// ATTACK: none where memory is counted: its children keep many empty sockets. Where sockets count by their number, they are more than its memory has room for, and it ends a few milliseconds after it began: seldom would two looks see them.
// EXPECT: AC
// EXPECT_USERNS: MLE
// EXPECT_LANDLOCK: AC|MLE
#include <sys/socket.h>
#include <unistd.h>

enum { kChildren = 5, kPairs = 80 };

int main(void) {
  int ready[2];
  if (pipe(ready) != 0) return 1;
  for (int i = 0; i < kChildren; ++i) {
    if (fork() != 0) continue;
    for (int pair = 0; pair < kPairs; ++pair) {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    }
    if (write(ready[1], "", 1) != 1) return 1;
    for (;;) pause();
  }
  char byte;
  for (int i = 0; i < kChildren; ++i) {
    if (read(ready[0], &byte, 1) != 1) return 1;
  }
  return 0;
}
