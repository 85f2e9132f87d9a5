// ATTACK: leaves as many dead children unreaped as it can.
// EXPECT: AC
// EXPECT_LANDLOCK: RE|AC
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 5000; ++i)
    if (fork() == 0) _exit(0);
  return 0;
}
