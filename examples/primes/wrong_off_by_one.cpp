// Wrong: counts the primes below n, not up to n.
#include <iostream>
#include <vector>

int main() {
  long n;
  std::cin >> n;
  std::vector<bool> composite(n + 2);
  long count = 0;
  for (long i = 2; i < n; ++i) {
    if (composite[i]) continue;
    ++count;
    for (long j = i * i; j < n; j += i) composite[j] = true;
  }
  std::cout << count << "\n";
}
