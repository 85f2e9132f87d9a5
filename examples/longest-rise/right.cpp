#include <algorithm>
#include <vector>

int longest_rise(std::vector<int> values) {
  std::vector<int> tails;
  for (int value : values) {
    auto at = std::lower_bound(tails.begin(), tails.end(), value);
    if (at == tails.end()) tails.push_back(value);
    else *at = value;
  }
  return tails.size();
}
