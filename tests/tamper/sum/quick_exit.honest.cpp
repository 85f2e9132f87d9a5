// Honest twin: uses a static object.
struct S { int x = 1; } s;
#include <iostream>
int main() {
  int n;
  long long sum = 0, v;
  std::cin >> n;
  while (n-- > 0 && std::cin >> v) sum += v;
  std::cout << sum << "\n";
}
