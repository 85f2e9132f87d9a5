// ATTACK: doubles its processes for ever, to exhaust the host's process table.
// EXPECT: TLE|RE|AC
#include <unistd.h>
int main(void) {
  for (;;) fork();
}
