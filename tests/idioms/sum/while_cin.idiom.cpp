// Idiom on stdin (reading): reads until cin fails.
#include <iostream>
int main() { long long n, x, s = 0; std::cin >> n; while (std::cin >> x) s += x; std::cout << s << std::endl; }
