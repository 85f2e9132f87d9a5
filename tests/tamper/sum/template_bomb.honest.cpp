// Honest twin: instantiates a few templates.
template <int N> struct F { static constexpr int v = N * F<N - 1>::v; };
template <> struct F<0> { static constexpr int v = 1; };
static_assert(F<5>::v == 120);
#include <iostream>
int main() {
  int n;
  long long sum = 0, v;
  std::cin >> n;
  while (n-- > 0 && std::cin >> v) sum += v;
  std::cout << sum << "\n";
}
