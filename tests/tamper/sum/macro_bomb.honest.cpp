// Honest twin: uses macros.
#define TWICE(x) x x
#include <iostream>
int main() {
  int n;
  TWICE(;)
  long long sum = 0, v;
  std::cin >> n;
  while (n-- > 0 && std::cin >> v) sum += v;
  std::cout << sum << "\n";
}
