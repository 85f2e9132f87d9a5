#include "scoring/combine.h"

#include <cmath>

namespace assay::scoring {

Total Combine(std::span<const Weighted> functions) {
  Total total;
  double sum = 0;
  double wanted = 0;
  double present = 0;
  std::optional<size_t> absent;
  for (size_t i = 0; i < functions.size(); ++i) {
    const Weighted& function = functions[i];
    if (function.weight == 0) continue;
    wanted += std::abs(function.weight);
    if (function.value) {
      present += std::abs(function.weight);
      sum += function.weight * *function.value;
      continue;
    }
    if (!absent) absent = i;
    if (!function.optional) {
      total.masked_by = i;
      return total;
    }
  }
  if (absent && present == 0) {
    total.masked_by = absent;
    return total;
  }
  if (absent) total.scale = wanted / present;
  total.score = sum * total.scale;
  return total;
}

}  // namespace assay::scoring
