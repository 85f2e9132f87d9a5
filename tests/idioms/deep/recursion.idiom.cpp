// Idiom on stdin (deep recursion): recurses a million deep on the main stack.
#include <iostream>
static long long f(long long n) { volatile char pad[64]; pad[0] = 1; return n == 0 ? 0 : n + f(n - 1) + pad[0] - 1; }
int main() { long long n; std::cin >> n; std::cout << f(n) << "\n"; }
