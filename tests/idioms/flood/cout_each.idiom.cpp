// Idiom on stdin (large output): prints 64 MB with cout.
#include <iomanip>
#include <iostream>
int main() { std::ios::sync_with_stdio(false); int n; std::cin >> n; for (int i = 0; i < n; ++i) std::cout << std::setw(15) << std::setfill('0') << i << '\n'; }
