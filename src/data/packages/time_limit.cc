#include "data/packages/time_limit.h"

#include <algorithm>
#include <cmath>

namespace assay {

bool BoundsTimeLimit(PackageFormat format, const Expectation& expectation) {
  if (format == PackageFormat::kLegacy) {
    return expectation.verdicts == std::set{Verdict::kAccepted};
  }
  return !expectation.verdicts.empty() && expectation.verdicts.count(Verdict::kTimeLimit) == 0 &&
         expectation.verdicts.count(Verdict::kCompileError) == 0;
}

double TimeLimitFrom(PackageFormat format, const PackageLimits& limits, double slowest_s) {
  const double exact = slowest_s * limits.time_multiplier;
  if (format == PackageFormat::kLegacy) return std::max(1.0, std::floor(exact + 0.5));
  const double steps = std::ceil(exact / limits.time_resolution_s);
  return std::max(1.0, steps) * limits.time_resolution_s;
}

}  // namespace assay
