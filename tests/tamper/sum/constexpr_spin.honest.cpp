// Honest twin: computes at compile time a little.
constexpr long f(long n) { long s = 0; for (long i = 0; i < n; ++i) s += i; return s; }
static_assert(f(10) == 45);
#include <iostream>
int main() {
  int n;
  long long sum = 0, v;
  std::cin >> n;
  while (n-- > 0 && std::cin >> v) sum += v;
  std::cout << sum << "\n";
}
