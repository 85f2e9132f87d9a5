#include "lab/shared/intervals/wilson.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay::lab {

Interval WilsonInterval(double share, double number, double critical_value) {
  ASSAY_CHECK(0 <= share && share <= 1 && number > 0);
  const double z2 = critical_value * critical_value / number;
  const double centre = share + z2 / 2;
  const double half = std::sqrt(z2 * (share * (1 - share) + z2 / 4));
  return {std::clamp((centre - half) / (1 + z2), 0.0, 1.0),
          std::clamp((centre + half) / (1 + z2), 0.0, 1.0)};
}

}  // namespace assay::lab
