// Does not compile: std::vector is not declared.
#include <iostream>

int main() {
  std::string a, b;
  std::cin >> a >> b;
  std::vector<int> row(b.size() + 1);
  std::cout << row.back() << std::endl;
}
