// The score of one completion from the values of its functions. Pure; thread-safe.
//
// The sum of weight times value, as it is. A function without a value masks the completion, unless
// its weight is 0 (a metric) or it is optional. An optional one without a value must not count as a
// zero, which a sum without it would be: the other weights grow in proportion, so that their
// absolute values add up to what all of them did.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace assay::scoring {

struct Weighted {
  double weight = 1;
  bool optional = false;
  std::optional<double> value;
};

struct Total {
  std::optional<double> score;      // nothing: masked
  std::optional<size_t> masked_by;  // the first function that masks
  double scale = 1;                 // what the weights of those with a value were multiplied by
};

Total Combine(std::span<const Weighted> functions);

}  // namespace assay::scoring
