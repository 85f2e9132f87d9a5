// Wants a permutation, and trusts the output to be one.
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

int main() {
  std::ifstream input("stdin.txt"), answer("answer.txt");
  int n;
  input >> n;
  std::vector<int> seen(n);
  for (std::string word; answer >> word;) ++seen.at(std::stoi(word) - 1);
  for (const int count : seen) {
    if (count != 1) return 1;
  }
  return 0;
}
