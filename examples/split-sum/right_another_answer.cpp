// Right, with other numbers than the reference: n consecutive ones, the surplus spread from the top.
#include <iostream>

int main() {
  long n, s;
  std::cin >> n >> s;
  long spare = s - n * (n + 1) / 2;
  if (spare < 0) {
    std::cout << -1 << "\n";
    return 0;
  }
  for (long i = n; i >= 1; --i) std::cout << i + spare / n + (n - i < spare % n) << ' ';
  std::cout << "\n";
}
