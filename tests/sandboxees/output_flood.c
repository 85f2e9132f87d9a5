// ATTACK: writes to stdout without end.
// EXPECT: OLE|TLE
#include <string.h>
#include <unistd.h>
int main(void) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (;;) write(1, block, sizeof block);
}
