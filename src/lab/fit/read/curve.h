// Curve: compute and reward of each evaluation in a run's metrics.
//
// A record with the reward may have its compute, too; else that of the last record before it
// counts, as trainers log evaluations on lines of their own. An evaluation logged again at the same
// compute (a run that was resumed) takes the earlier one's place. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/fit/law/law.h"
#include "lab/fit/read/metrics.h"

namespace assay::fit {

struct CurveRules {
  std::string x;  // column of compute, or of what it is proportional to
  std::string y;  // column of the reward
  double x_scale = 1, y_scale = 1;
  // Instead of `x`: GPU hours, as the sum of this column's seconds times the GPUs.
  std::string step_seconds;
  double gpus = 0;
  std::string standard_error;  // column; empty: all evaluations weigh the same
  std::string truncation;      // column with the share of cut-off completions; empty: none
  double least = 0;            // compute
  std::optional<double> most;
  bool first_is_r0 = false;
};

struct Curve {
  std::vector<Point> points;    // by compute
  std::optional<double> first;  // with first_is_r0: the first evaluation, which is no point then
  size_t below = 0, above = 0;  // left out by the window
  size_t without_compute = 0;   // at 0, or before the first compute
  size_t logged_again = 0;
  std::optional<double> truncation;  // the last one logged
};

Result<Curve> CurveOf(const Metrics& metrics, const CurveRules& rules);

}  // namespace assay::fit
