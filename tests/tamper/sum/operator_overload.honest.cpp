// Honest twin: overloads an output operator honestly.
#include <iostream>
struct V { long long v; };
std::ostream &operator<<(std::ostream &o, V x) { return o << x.v; }
int main() {
  int n;
  long long sum = 0, v;
  std::cin >> n;
  while (n-- > 0 && std::cin >> v) sum += v;
  std::cout << V{sum} << "\n";
}
