// How hard a problem is for a model: how many of n attempts solved it, with Wilson's 95 % interval
// of the share, which eight attempts leave wide.
//
// AceReason-Nemotron, 3.1 (math): pass rates above 6/16 are left out of later stages; A.4 (code):
// eight rollouts, what is never solved is left out. INTELLECT-3, 3.1: the average solve rate over
// eight generations, what is too easy is left out.
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>

#include "lab/curate/rules/finding.h"
#include "lab/shared/intervals/wilson.h"

namespace assay::curate {

struct Difficulty {
  int64_t solved = 0;
  int64_t attempts = 0;
  double rate() const { return static_cast<double>(solved) / static_cast<double>(attempts); }
  lab::Interval interval() const;  // REQUIRES: attempts > 0
};

enum class RateBasis {
  kEstimate,  // solved / attempts decides
  kInterval,  // only what is beyond a bound with its whole interval goes
};

struct DifficultyBounds {
  int64_t fewest_attempts = 1;
  std::optional<int64_t> fewest_solved;
  std::optional<int64_t> most_solved;
  std::optional<double> lowest_rate;  // both included
  std::optional<double> highest_rate;
  RateBasis basis = RateBasis::kEstimate;
};

// REQUIRES: 0 <= solved <= attempts.
Objection OutsideDifficulty(const Difficulty& difficulty, const DifficultyBounds& bounds);

}  // namespace assay::curate
