// Honest twin: prints another permutation.
#include <cstdio>
int main() {
  int n;
  if (std::scanf("%d", &n) != 1) return 1;
  for (int i = n; i > 0; --i) std::printf("%d ", i);
}
