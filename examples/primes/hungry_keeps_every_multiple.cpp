// Too much memory: keeps every multiple of every number in one list.
#include <iostream>
#include <vector>

int main() {
  long n;
  std::cin >> n;
  std::vector<long> multiples;
  for (long i = 2; i <= n; ++i)
    for (long j = 2 * i; j <= n; j += i) multiples.push_back(j);
  std::vector<bool> composite(n + 1);
  for (long m : multiples) composite[m] = true;
  long count = 0;
  for (long i = 2; i <= n; ++i) count += !composite[i];
  std::cout << count << "\n";
}
