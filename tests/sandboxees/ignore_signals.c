// ATTACK: ignores every signal that can be ignored and spins.
// EXPECT: TLE
#include <signal.h>
int main(void) {
  for (int i = 1; i < 65; ++i) signal(i, SIG_IGN);
  for (volatile long i = 0;; ++i) {
  }
}
