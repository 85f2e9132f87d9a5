#include "lab/curate/records/mix.h"

#include <algorithm>
#include <cmath>

namespace assay::curate {
namespace {

// Sums that should be whole are off by a rounding.
int64_t WholeBelow(double number) {
  return static_cast<int64_t>(std::floor(number + 1e-9));
}

std::map<std::string, int64_t> InShares(const std::map<std::string, int64_t>& available,
                                        const MixGoals& goals) {
  double sum = 0;
  for (const auto& [group, share] : goals.shares) sum += share;
  const auto there = [&](const std::string& group) {
    const auto found = available.find(group);
    return found == available.end() ? int64_t{0} : found->second;
  };
  // The largest total that every group can give its part of.
  double total = INFINITY;
  for (const auto& [group, share] : goals.shares) {
    total = std::min(total, static_cast<double>(there(group)) * sum / share);
  }
  if (goals.total) total = std::min(total, static_cast<double>(*goals.total));
  std::map<std::string, int64_t> counts;
  for (const auto& [group, count] : available) counts[group] = 0;
  for (const auto& [group, share] : goals.shares) {
    counts[group] = std::min(there(group), WholeBelow(total * share / sum));
  }
  return counts;
}

}  // namespace

std::map<std::string, int64_t> MixCounts(const std::map<std::string, int64_t>& available,
                                         const MixGoals& goals) {
  std::map<std::string, int64_t> capped = available;
  if (goals.most_of_each) {
    for (auto& [group, count] : capped) count = std::min(count, *goals.most_of_each);
  }
  if (!goals.shares.empty()) return InShares(capped, goals);
  int64_t sum = 0;
  for (const auto& [group, count] : capped) sum += count;
  if (!goals.total || *goals.total >= sum) return capped;
  // In proportion; what rounding leaves goes to the first groups by name.
  std::map<std::string, int64_t> counts;
  int64_t given = 0;
  for (const auto& [group, count] : capped) {
    counts[group] = WholeBelow(static_cast<double>(count) * static_cast<double>(*goals.total) /
                               static_cast<double>(sum));
    given += counts[group];
  }
  for (auto& [group, count] : counts) {
    if (given == *goals.total) break;
    if (count < capped[group]) {
      ++count;
      ++given;
    }
  }
  return counts;
}

}  // namespace assay::curate
