// Wrong: counts each kind on its own, so that "([)]" passes.
#include <iostream>
#include <string>

int main() {
  std::string line;
  std::getline(std::cin, line);
  int round = 0, square = 0, curly = 0;
  for (char c : line) {
    round += (c == '(') - (c == ')');
    square += (c == '[') - (c == ']');
    curly += (c == '{') - (c == '}');
    if (round < 0 || square < 0 || curly < 0) break;
  }
  std::cout << (round == 0 && square == 0 && curly == 0 ? "yes" : "no") << "\n";
}
