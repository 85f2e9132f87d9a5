// Samples on which the two profiles disagree: what the reference harness calls right or wrong, and
// real processes and judges don't. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/eval/model/outcome.h"

namespace assay::eval {

struct ProfileFlips {
  size_t item = 0;
  int64_t judged = 0;                  // samples that both profiles judged
  std::vector<int64_t> only_official;  // samples that only the official rules accept, ascending
  std::vector<int64_t> only_assay;     // … that only ours accept
};

// Items with at least one flip, ascending. The order of the outcomes doesn't matter; a sample that
// one of the profiles could not judge is no flip.
std::vector<ProfileFlips> FlipsBetween(const std::vector<Outcome>& official,
                                       const std::vector<Outcome>& assay);

}  // namespace assay::eval
