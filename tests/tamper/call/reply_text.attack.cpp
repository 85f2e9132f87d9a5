// Attack on function call (reply bombs): returns the same from C++.
#include <string>
std::string digit_sum(long n) {
  return std::string(30000000, static_cast<char>(n & 1));
}
