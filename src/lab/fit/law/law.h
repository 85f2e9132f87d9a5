// Law: how a reward grows with compute, by the sigmoid of "The Art of Scaling Reinforcement
// Learning Compute for LLMs" (2025), equation 1:
//
//   R(C) = R0 + (A - R0) / (1 + (C_mid / C)^B)
//
// A is what the reward tends to, C_mid the compute at which half of the gain is had, B how steep
// the way there is, R0 the reward before any training. Rewards are shares from 0 to 1; compute is
// in any unit that grows in proportion to cost. Plain values; pure functions, thread-safe.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::fit {

struct Law {
  double a = 0;
  double b = 1;
  double c_mid = 1;
  double r0 = 0;

  // REQUIRES: compute > 0.
  double At(double compute) const;
};

// One evaluation. Its weight is the inverse of its variance, up to a factor that all share.
struct Point {
  double compute = 0;  // > 0
  double reward = 0;
  double weight = 1;  // > 0
};

// The weighted sum of squared residuals.
double SquaredResiduals(const std::vector<Point>& points, const Law& law);
// By the point; unweighted.
std::vector<double> Residuals(const std::vector<Point>& points, const Law& law);

// The law as a straight line (the paper's figure 5): log F(R) = B log C, where
// F(R) = C_mid^B / ((A - R0) / (R - R0) - 1). Not a number where R isn't between R0 and A.
double LogF(const Law& law, double reward);

}  // namespace assay::fit
