#include "lab/curate/records/difficulty.h"

#include <fmt/format.h>

namespace assay::curate {

lab::Interval Difficulty::interval() const {
  return lab::WilsonInterval(rate(), static_cast<double>(attempts));
}

Objection OutsideDifficulty(const Difficulty& difficulty, const DifficultyBounds& bounds) {
  const std::string shown = fmt::format("{} of {}", difficulty.solved, difficulty.attempts);
  if (difficulty.attempts < bounds.fewest_attempts || difficulty.attempts == 0) {
    return Finding{"too few attempts", shown};
  }
  if (bounds.fewest_solved && difficulty.solved < *bounds.fewest_solved) {
    return Finding{"too hard", shown};
  }
  if (bounds.most_solved && difficulty.solved > *bounds.most_solved) {
    return Finding{"too easy", shown};
  }
  const lab::Interval interval = difficulty.interval();
  const bool whole = bounds.basis == RateBasis::kInterval;
  const double low = whole ? interval.low : difficulty.rate();
  const double high = whole ? interval.high : difficulty.rate();
  const std::string rate = fmt::format("{} solved: {:.3f}, 95 % {:.3f} to {:.3f}", shown,
                                       difficulty.rate(), interval.low, interval.high);
  if (bounds.lowest_rate && high < *bounds.lowest_rate) return Finding{"too hard", rate};
  if (bounds.highest_rate && low > *bounds.highest_rate) return Finding{"too easy", rate};
  return std::nullopt;
}

}  // namespace assay::curate
