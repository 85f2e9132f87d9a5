// Honest twin: copies within its own memory.
#include <string.h>
#include <stdio.h>
int main(void) {
  int n;
  char a[8], b[8] = "x";
  memcpy(a, b, 8);
  (void)a[0];
  long long sum = 0, v;
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n && scanf("%lld", &v) == 1; ++i) sum += v;
  printf("%lld\n", sum);
  return 0;
}
