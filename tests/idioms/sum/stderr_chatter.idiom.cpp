// Idiom on stdin (output): chats on cerr and clog.
#include <iostream>
int main() { int n; std::cin >> n; long long s = 0, x; for (int i = 0; i < n; ++i) { std::cin >> x; s += x; std::cerr << "x=" << x << "\n"; std::clog << i << std::endl; } std::cout << s; }
