/* Crashes: writes through a null pointer. */
#include <stdio.h>

int main(void) {
  int n;
  long *volatile intervals = NULL;
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < 2 * n; ++i) {
    long value;
    if (scanf("%ld", &value) == 1) intervals[i] = value;
  }
  return 0;
}
