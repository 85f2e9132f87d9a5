// Wilson's score interval for a share. Pure, thread-safe.
#pragma once

namespace assay::lab {

struct Interval {
  double low = 0;
  double high = 0;
};

// Of the normal distribution, for 95 %.
inline constexpr double kNormal95 = 1.959963984540054;

// Wilson 1927. Stays within 0 and 1, and is no point at 0 or 1.
// REQUIRES: 0 <= share <= 1, number > 0.
Interval WilsonInterval(double share, double number, double critical_value = kNormal95);

}  // namespace assay::lab
