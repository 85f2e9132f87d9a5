// Solver: the law that fits points best, some of its parameters held. Least squares by Levenberg
// and Marquardt on (A, R0, ln C_mid, ln B), within bounds; a parameter that a bound holds back
// stays there as long as the fit would go beyond it. FitLaw starts it from the best places of a
// coarse grid, so that no start has to be guessed and no local minimum is taken for the fit.
//
// Deterministic. One Solver per thread; time is proportional to the points.
#pragma once

#include <optional>
#include <vector>

#include "lab/fit/law/law.h"

namespace assay::fit {

struct Held {
  bool a = false;
  bool b = false;
  bool c_mid = false;
  bool r0 = true;

  int Free() const { return !a + !b + !c_mid + !r0; }
};

struct Bounds {
  double most_a = 1;
  double least_r0 = 0;
  double least_b = 1e-3, most_b = 20;
  // Of C_mid, as parts of the least and greatest compute.
  double c_mid_beyond = 1e3;
};

struct Solution {
  Law law;
  double ssr = 0;          // weighted
  bool at_most_a = false;  // A is at its bound: the points don't hold it
};

class Solver {
 public:
  // REQUIRES: some points, all with compute > 0.
  Solver(const std::vector<Point>& points, const Bounds& bounds);

  // The same computes and weights with other rewards, as resampling has them.
  void SetReward(size_t index, double reward) { rewards_[index] = reward; }

  // From one start. What is held keeps the start's value.
  Solution From(const Law& start, const Held& held) const;
  // From the best of a coarse grid over what is free. `values` has those that are held. `near`, as
  // far as it is given, is one more start.
  Solution Best(const Law& values, const Held& held, const std::optional<Law>& near = {}) const;

 private:
  struct Params;
  double Ssr(const Params& params) const;
  // A and R0 that fit best with the others as they are, within bounds.
  void SolveLinear(const Held& held, Params* params) const;
  void Clamp(const Held& held, Params* params) const;

  std::vector<double> log_compute_;
  std::vector<double> rewards_;
  std::vector<double> weights_;
  Bounds bounds_;
  double least_u_ = 0, most_u_ = 0;  // of ln C_mid
};

// The whole of it. `values` has what is held; what is free in it counts for nothing.
Solution FitLaw(const std::vector<Point>& points, const Law& values, const Held& held,
                const Bounds& bounds = {});

}  // namespace assay::fit
