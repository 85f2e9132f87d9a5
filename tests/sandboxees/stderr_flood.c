// ATTACK: writes to stderr without end, with stdout closed.
// EXPECT: OLE|TLE
#include <string.h>
#include <unistd.h>
int main(void) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  close(1);
  for (;;) write(2, block, sizeof block);
}
