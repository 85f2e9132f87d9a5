// Score: what is said of a model on a set of items under one profile. Every figure is absent where
// it would have to be made up: pass@k where an item has fewer than k judged samples, an error where
// it takes more samples or problems than there are, maj@k where there are no answers to vote on.
//
// The denominator: items with at least one judged sample, all weighing the same. An item whose
// samples are all masked or errored is in no score, and is counted in `items - judged_items`.
//
// Pure functions on plain values, thread-safe. The order of items matters only to the last digits
// of sums: whoever wants equal bytes sorts them first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/eval/metrics/error_bars.h"
#include "lab/eval/metrics/tally.h"
#include "lab/eval/model/item.h"

namespace assay::eval {

struct EstimateAtK {
  int64_t k = 0;
  Estimate estimate;
};

// Items by the share of their judged samples that passed: none, the ten tenths between (the upper
// bound belongs to the tenth, but for 1), all.
inline constexpr size_t kSolveRateBins = 12;

struct Score {
  Counts counts;
  size_t items = 0;
  size_t judged_items = 0;
  size_t clusters = 0;      // of the judged items
  int64_t min_samples = 0;  // judged ones of an item, over the judged items
  int64_t max_samples = 0;
  // k of 1, 2, 4, 5, 8, 10 … up to min_samples, and min_samples itself. Empty: no item was judged.
  std::vector<EstimateAtK> pass_at_k;
  std::vector<EstimateAtK> pass_hat_k;
  std::vector<EstimateAtK> maj_at_k;  // empty unless answers are voted on
  // avg@n, the mean over n samples of every item; none unless all items have the same n. Its value
  // and errors are those of pass@1.
  std::optional<int64_t> avg_at_n;
  std::optional<Estimate> partial;  // mean share of tests passed
  // pass@1 of the samples that were not cut off: what a longer limit could bring, at most.
  std::optional<Estimate> untruncated;
  std::vector<int64_t> solve_rates;  // kSolveRateBins counts of judged items
};

// The k for which estimates are made when every item has n samples.
std::vector<int64_t> ValuesOfK(int64_t n);

// Of all items whose tally is given. `items` are those of the run. `untruncated` has the tallies of
// the same outcomes without those that were truncated; null leaves that figure out.
Score ScoreOf(const std::vector<EvalItem>& items, const std::vector<Tally>& tallies,
              const std::vector<Tally>* untruncated = nullptr);

// The mean of means: of groups of items (languages, say), each group weighing the same. None when a
// group has no judged item.
std::optional<Estimate> MeanOfGroups(const std::vector<EvalItem>& items,
                                     const std::vector<std::vector<Tally>>& groups);

}  // namespace assay::eval
