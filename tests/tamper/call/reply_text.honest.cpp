// Honest twin: makes a text of its digits.
#include <string>
int digit_sum(long n) {
  int sum = 0;
  for (const char digit : std::to_string(n < 0 ? -n : n)) sum += digit - '0';
  return sum;
}
