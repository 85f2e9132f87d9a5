// Idiom on stdin (ending): leaves with _Exit after a flush.
#include <cstdlib>
#include <iostream>
int main() { int n; std::cin >> n; long long s = 0, x; while (n--) std::cin >> x, s += x; std::cout << s << std::flush; std::_Exit(0); }
