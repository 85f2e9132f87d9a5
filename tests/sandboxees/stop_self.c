// ATTACK: stops itself, so that a waiter that watches CPU time only waits for ever.
// EXPECT: TLE
#include <signal.h>
int main(void) {
  for (;;) raise(SIGSTOP);
}
