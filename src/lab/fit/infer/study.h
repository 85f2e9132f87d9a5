// StudyCurve: all that is said about one run's curve: the fit with its intervals, whether the
// asymptote may be quoted, what other windows and a power law say, how a forecast from half of the
// run would have done, and what is to come.
//
// Pure, deterministic by seed, thread-safe. A fit with 1,000 draws takes a fraction of a second.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/fit/infer/interval.h"
#include "lab/fit/law/grid.h"
#include "lab/fit/law/power_law.h"
#include "lab/fit/law/solve.h"

namespace assay::fit {

// How far A varied between three runs of one recipe (appendix A.6 of the paper): less is no
// difference.
inline constexpr double kAsymptoteMargin = 0.02;
// The greatest compute over C_mid. Below the first A isn't held by the points at all (its standard
// deviation is 0.02 and more with noise of 0.005), below the second hardly.
inline constexpr double kQuoted = 1.5, kSure = 2;
inline constexpr size_t kFewestPoints = 5;

struct StudyRules {
  std::optional<double> r0;  // none: it is fitted, too
  std::optional<double> a;   // held, as a comparison of several runs has it
  Bounds bounds;
  ResampleRules resample;
  double confidence = 0.95;
  std::vector<double> forecasts;  // computes
  const Grid* grid = nullptr;     // needs r0
  bool with_checks = true;        // windows, hold_out and power_law are filled
};

enum class Identified {
  kNo,      // no asymptote is quoted
  kBarely,  // it is, with a warning
  kYes,
};

struct Estimate {
  double value = 0;
  bool held = false;
  Range profile;               // no width where it is held
  std::optional<Range> drawn;  // by resampling
};

struct Forecast {
  double compute = 0;
  double reward = 0;
  std::optional<Range> curve;       // of the law there
  std::optional<Range> evaluation;  // of one evaluation there
};

struct WindowFit {
  double from = 0;  // points from this compute on
  size_t points = 0;
  Law law;
};

// Fitted to the first half of the compute, held against the second.
struct HoldOut {
  double until = 0;  // the compute of the last point that was fitted
  size_t fitted = 0, foretold = 0;
  Law law;
  double mean_error = 0;   // foretold less seen
  double worst_error = 0;  // by size, with its sign
  // At the end, of the mean of the last three, whose noise is less than one's.
  double end_error = 0;
};

struct Study {
  size_t points = 0;
  double least_compute = 0, most_compute = 0;
  Solution fit;
  Estimate a, b, c_mid, r0;
  Identified identified = Identified::kNo;
  double reach = 0;        // the greatest compute over C_mid
  double residual_sd = 0;  // of an evaluation of weight 1
  double r_squared = 0;
  double autocorrelation = 0;
  bool hangs_together = false;
  // Of A and R0 in the draws, where R0 is fitted: near 1 or -1 the points can't tell them apart.
  std::optional<double> a_with_r0;
  std::vector<Forecast> forecasts;
  std::vector<WindowFit> windows;
  std::optional<HoldOut> hold_out;
  PowerLaw power_law;
  std::optional<Solution> on_grid;
  std::vector<std::string> warnings;  // sentences for people
};

// kInvalidArgument: too few points, a reward that isn't from 0 to most_a, no gain at all. Points
// are in any order; those with equal computes are evaluations of their own.
Result<Study> StudyCurve(std::vector<Point> points, const StudyRules& rules);

}  // namespace assay::fit
