#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

int main() {
  std::size_t n;
  std::cin >> n;
  std::vector<std::pair<long, long>> intervals(n);
  for (auto& [first, last] : intervals) std::cin >> first >> last;
  std::sort(intervals.begin(), intervals.end());
  for (std::size_t i = 0; i < n;) {
    auto [first, last] = intervals[i++];
    while (i < n && intervals[i].first <= last) last = std::max(last, intervals[i++].second);
    std::cout << first << ' ' << last << '\n';
  }
}
