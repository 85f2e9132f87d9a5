// How sure a fitted parameter is: where its profile of squared residuals stays within what chance
// allows (ProfileRange), and how it scatters when the residuals are drawn again (Resample).
//
// Deterministic by seed; thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/fit/law/solve.h"

namespace assay::fit {

struct Range {
  double low = 0;
  double high = 0;
  // It goes on beyond: the bound of the parameter was reached, not the end of what is likely.
  bool open_low = false;
  bool open_high = false;

  double width() const { return high - low; }
};

enum class Parameter { kA, kB, kCMid, kR0 };
double ValueOf(const Law& law, Parameter parameter);
bool IsHeld(const Held& held, Parameter parameter);

// The profile likelihood's interval for independent normal errors of unknown size: the values for
// which the sum of squares, the others fitted anew, is at most min (1 + t^2 / (n - p)), t the
// quantile of Student's distribution (Bates and Watts 1988, 6.1). A range of no width where there
// are no more points than parameters.
Range ProfileRange(const std::vector<Point>& points, const Solution& best, const Held& held,
                   const Bounds& bounds, Parameter parameter, double confidence = 0.95);

struct ResampleRules {
  int draws = 1000;
  // Neighbouring residuals drawn together, so that what hangs together stays together. 0: 1, which
  // covers best where they don't, and the cube root of the points where they do (HangTogether).
  size_t block = 0;
  uint64_t seed = 0;
};

struct Draws {
  std::vector<Law> laws;
  // One residual for each of the laws, as an evaluation of weight 1 would have it.
  std::vector<double> residuals;

  bool empty() const { return laws.empty(); }
};

// The correlation of neighbouring residuals; 0 for fewer than three.
double Autocorrelation(const std::vector<double>& residuals);
// Whether it is more than chance has in one of 20 (twice the standard error of independent ones).
bool HangTogether(const std::vector<double>& residuals);

// The moving block bootstrap of residuals (Künsch 1989), blocks going on at the beginning.
// Residuals are widened by sqrt(n / (n - p)) for what the fit took. `best` is the fit of these
// points.
Draws Resample(const std::vector<Point>& points, const Solution& best, const Held& held,
               const Bounds& bounds, const ResampleRules& rules);

// Percentiles. REQUIRES: values.
Range PercentileRange(std::vector<double> values, double confidence = 0.95);
Range DrawnRange(const Draws& draws, Parameter parameter, double confidence = 0.95);

}  // namespace assay::fit
