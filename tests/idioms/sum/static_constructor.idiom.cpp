// Idiom on stdin (ending): does everything before main.
#include <iostream>
struct Early { Early() { int n; std::cin >> n; long long s = 0, x; while (n--) std::cin >> x, s += x; std::cout << s << std::endl; } } early;
int main() {}
