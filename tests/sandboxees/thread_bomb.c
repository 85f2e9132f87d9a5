// ATTACK: starts threads until refused, each spinning.
// EXPECT: TLE
// EXPECT_LANDLOCK: RE
#include <pthread.h>
static void* Spin(void* unused) {
  for (volatile long i = 0;; ++i) {
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  for (;;) pthread_create(&thread, 0, Spin, 0);
}
