// Honest twin: catches what it throws.
#include <iostream>
int main() {
  int n;
  try { throw 6; } catch (int) {}
  long long sum = 0, v;
  std::cin >> n;
  while (n-- > 0 && std::cin >> v) sum += v;
  std::cout << sum << "\n";
}
