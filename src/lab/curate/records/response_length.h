// Problems whose responses are short need little thought. AceReason-Nemotron, 3.1: those with fewer
// than 2,000 tokens are left out, those with 2,000 to 4,000 are thinned out "to balance the dataset
// based on response length" (the paper doesn't say to what share; ours is the recipe's).
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_names.h"
#include "lab/curate/rules/finding.h"

namespace assay::curate {

enum class LengthOf { kMedian, kMean, kShortest, kLongest };
inline constexpr auto kLengthOfNames = MakeEnumNames<LengthOf>({
    {LengthOf::kMedian, "median"},
    {LengthOf::kMean, "mean"},
    {LengthOf::kShortest, "shortest"},
    {LengthOf::kLongest, "longest"},
});
static_assert(kLengthOfNames.IsWholeUpTo(LengthOf::kLongest));

struct LengthBounds {
  double fewest_tokens = 0;
  std::optional<double> most_tokens;
  double thin_below_tokens = 0;  // from fewest_tokens up to here, this excluded …
  double thin_share = 1;         // … a row stays with this probability
};

// Of several responses one length; the median of an even number is the mean of the middle two.
// REQUIRES: not empty.
double LengthOfAll(std::vector<double> tokens, LengthOf which);

// `draw`: the row's, 0 to 1 (DrawShare).
Objection OutsideLength(double tokens, const LengthBounds& bounds, double draw);

}  // namespace assay::curate
