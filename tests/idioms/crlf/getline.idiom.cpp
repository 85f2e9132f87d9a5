// Idiom on stdin (line ends): strips the carriage return by hand.
#include <iostream>
#include <sstream>
#include <string>
int main() { std::string l; std::getline(std::cin, l); std::getline(std::cin, l); std::istringstream in(l); long s = 0, x; while (in >> x) s += x; std::getline(std::cin, l); if (!l.empty() && l.back() == '\r') l.pop_back(); std::cout << s << std::endl << l; }
