// Idiom on stdin (numbers): prints with setprecision(15).
#include <iomanip>
#include <iostream>
int main() { long double x; std::cin >> x; std::cout << std::fixed << std::setprecision(15) << x / 3 << std::endl; }
