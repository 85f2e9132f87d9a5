// ATTACK: none; recursion without end must be a crash by signal, not a hang.
// EXPECT: RE|MLE
#include <stdio.h>
static int Deep(volatile int n) {
  volatile char pad[4096];
  pad[0] = (char)n;
  return Deep(n + 1) + pad[0];
}
int main(void) { printf("%d\n", Deep(0)); }
