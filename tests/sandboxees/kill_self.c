// ATTACK: none; SIGTERM to itself must end it with signal 15.
// EXPECT: RE
// SIGNAL: 15
#include <signal.h>
#include <unistd.h>
int main(void) {
  kill(getpid(), SIGTERM);
  return 0;
}
