// Idiom on stdin (files): C++ streams and std::filesystem in /tmp.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
namespace fs = std::filesystem;
int main() {
  const fs::path top = "/tmp/streams";
  if (!fs::create_directories(top / "deep" / "er")) return 1;
  int n;
  std::cin >> n;
  std::ofstream out(top / "deep" / "in");
  out << std::cin.rdbuf();
  out.close();
  fs::copy_file(top / "deep" / "in", "/var/tmp/in");
  fs::rename("/var/tmp/in", "/var/tmp/moved");
  if (!fs::exists("/var/tmp/moved") || fs::exists("/var/tmp/in")) return 2;
  if (std::distance(fs::recursive_directory_iterator(top), {}) != 3) return 3;
  std::ifstream in("/var/tmp/moved");
  long sum = 0, x;
  while (in >> x) sum += x;
  if (fs::remove_all(top) != 4) return 4;
  std::cout << sum << "\n";
}
