#include "lab/grow/steps/choose.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace assay::grow {
namespace {

// How much a test adds while each program counts until it fails `depth` of them.
int64_t Gain(const Worth& test, const std::vector<int>& failed, int depth) {
  int64_t gain = 0;
  for (size_t i = 0; i < test.kills.size(); ++i) gain += test.kills[i] && failed[i] < depth ? 1 : 0;
  return gain;
}

// Of two tests of the same gain.
bool IsBetter(const Worth& a, const Worth& b) {
  if (a.beyond != b.beyond) return !a.beyond;
  return a.size < b.size;
}

}  // namespace

std::vector<size_t> Choose(const std::vector<Worth>& tests, const ChooseOptions& options) {
  std::vector<size_t> chosen;
  if (tests.empty()) return chosen;
  std::vector<bool> taken(tests.size(), false);
  std::vector<int> failed(tests[0].kills.size(), 0);
  const auto take = [&](size_t best) {
    taken[best] = true;
    chosen.push_back(best);
    for (size_t i = 0; i < failed.size(); ++i) failed[i] += tests[best].kills[i] ? 1 : 0;
  };
  const size_t by_kills = options.most - std::min(options.edges, options.most);
  for (int depth = 1; depth <= options.depth; ++depth) {
    // What one program fails is worth more than a second test for another.
    while (chosen.size() < (depth == 1 ? options.most : by_kills)) {
      size_t best = tests.size();
      int64_t most = 0;
      for (size_t i = 0; i < tests.size(); ++i) {
        const int64_t gain = taken[i] ? 0 : Gain(tests[i], failed, depth);
        if (gain > most || (gain == most && gain > 0 && IsBetter(tests[i], tests[best]))) {
          best = i;
          most = gain;
        }
      }
      if (best == tests.size()) break;
      take(best);
    }
  }
  std::vector<size_t> by_size(tests.size());
  std::iota(by_size.begin(), by_size.end(), size_t{0});
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](size_t a, size_t b) { return tests[a].size < tests[b].size; });
  size_t edges = 0;
  for (const auto of : {&Worth::source, &Worth::likeness}) {
    std::set<std::string> seen;
    for (const size_t i : chosen) seen.insert(tests[i].*of);
    // The small ones first: that is where the edges are.
    for (const size_t i : by_size) {
      if (edges >= options.edges || chosen.size() >= options.most) return chosen;
      if (taken[i] || !seen.insert(tests[i].*of).second) continue;
      take(i);
      ++edges;
    }
  }
  return chosen;
}

}  // namespace assay::grow
