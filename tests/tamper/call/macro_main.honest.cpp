// Honest twin: defines a macro and takes it back.
#define LOCAL 1
#undef LOCAL
#include <string>
int digit_sum(int n) {
  int s = 0;
  for (char c : std::to_string(n)) if (c != '-') s += c - '0';
  return s;
}
