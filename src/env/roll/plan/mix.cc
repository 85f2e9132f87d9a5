#include "env/roll/plan/mix.h"

#include <algorithm>
#include <numeric>

#include "base/dice/mix.h"

namespace assay::env {
namespace {

// Rows in the order in which they are taken.
std::vector<int64_t> OrderOf(const MixPart& part, std::optional<uint64_t> seed) {
  std::vector<int64_t> rows(static_cast<size_t>(part.rows));
  std::iota(rows.begin(), rows.end(), 0);
  if (seed) {
    uint64_t own = *seed;
    for (const char c : part.name)
      own = assay::Mix(own + static_cast<unsigned char>(c) + kGoldenStep);
    Dice dice(own);
    for (size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[dice.Below(i)]);
  }
  const int64_t most = part.tasks.value_or(part.rows);
  if (most < part.rows) rows.resize(static_cast<size_t>(most));
  return rows;
}

}  // namespace

std::vector<MixedTask> MixTasks(const std::vector<MixPart>& parts, std::optional<int64_t> total,
                                std::optional<uint64_t> seed) {
  std::vector<std::vector<int64_t>> orders;
  size_t left = 0;
  for (const MixPart& part : parts) {
    orders.push_back(OrderOf(part, seed));
    left += orders.back().size();
  }
  if (total) left = std::min(left, static_cast<size_t>(*total));
  std::vector<MixedTask> tasks;
  tasks.reserve(left);
  std::vector<size_t> taken(parts.size(), 0);
  // Each turn every part gains its weight, and the one that has most pays for all: so that none is
  // ever far from its share.
  std::vector<double> credit(parts.size(), 0);
  while (tasks.size() < left) {
    double sum = 0;
    size_t next = parts.size();
    for (size_t i = 0; i < parts.size(); ++i) {
      if (taken[i] == orders[i].size()) continue;
      credit[i] += parts[i].weight;
      sum += parts[i].weight;
      if (next == parts.size() || credit[i] > credit[next]) next = i;
    }
    credit[next] -= sum;
    tasks.push_back({next, orders[next][taken[next]++]});
  }
  return tasks;
}

}  // namespace assay::env
