// Idiom on stdin (ending): calls exit(0) in main.
#include <cstdlib>
#include <iostream>
int main() { int n; std::cin >> n; long long s = 0, x; while (n--) std::cin >> x, s += x; std::cout << s; std::exit(0); }
