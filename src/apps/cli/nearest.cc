#include "apps/cli/nearest.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

// Optimal string alignment: insertions, deletions, replacements, swaps of neighbours.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last = last;
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string NearestName(std::string_view word, const std::vector<std::string>& names) {
  constexpr size_t kLongestWord = 64;  // nobody mistypes more
  if (word.empty() || word.size() > kLongestWord) return "";
  std::string best;
  size_t least = (word.size() < 4 ? 1 : std::max<size_t>(2, word.size() / 3)) + 1;
  for (const std::string& name : names) {
    const bool begins = word.size() >= 2 && StartsWith(name, word);
    const size_t distance = begins ? 1 : Distance(word, name);
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  return best;
}

}  // namespace assay
