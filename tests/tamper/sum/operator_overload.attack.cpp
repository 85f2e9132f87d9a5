// Attack on stdin_stdout (lying objects): overloads what the program prints with.
#include <iostream>
struct Any { template <class T> bool operator==(T) { return true; } };
std::ostream &operator<<(std::ostream &o, Any) { return o; }
int main() { std::cout << Any() << std::endl; }
