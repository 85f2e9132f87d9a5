// Honest twin: has a static object.
struct S { S() {} } s;
#include <string>
int digit_sum(int n) {
  int s = 0;
  for (char c : std::to_string(n)) if (c != '-') s += c - '0';
  return s;
}
