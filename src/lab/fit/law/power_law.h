// PowerLaw: R(C) = A - D / C^B, which the same paper warns of (appendix A.4): fitted to the earlier
// part of a run it foretells too high an end. Shown beside the sigmoid, never in its place. Pure;
// thread-safe.
#pragma once

#include <vector>

#include "lab/fit/law/law.h"

namespace assay::fit {

struct PowerLaw {
  double a = 0;
  double d = 0;
  double b = 1;
  double ssr = 0;

  double At(double compute) const;
};

// A is at most `most_a`. REQUIRES: some points.
PowerLaw FitPowerLaw(const std::vector<Point>& points, double most_a = 1);

}  // namespace assay::fit
