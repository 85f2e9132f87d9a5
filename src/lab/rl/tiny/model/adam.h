// Adam: steps of AdamW (Loshchilov and Hutter 2019) over a flat array of parameters, and the
// parameters that a run begins with. One thread's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/rl/tiny/model/shape.h"

namespace assay::tiny {

struct AdamRules {
  double beta1 = 0.9;
  double beta2 = 0.99;
  double floor = 1e-8;
  double decay = 0;      // of weights, a step, times the rate
  double most_norm = 1;  // a longer gradient is shortened to it; 0: none is
};

class Adam {
 public:
  Adam(AdamRules rules, size_t parameters);

  // Downhill. Returns the gradient's norm before it was shortened. REQUIRES: spans of that many.
  double Step(double rate, std::span<const float> gradient, std::span<float> parameters);

 private:
  const AdamRules rules_;
  int64_t steps_ = 0;
  std::vector<float> mean_, square_;
};

// Matrices by normal draws of deviation 0.02, those that add to what went before smaller by
// sqrt(2 layers) (GPT-2); gains are 1.
std::vector<float> FirstParameters(const Shape& shape, uint64_t seed);

}  // namespace assay::tiny
