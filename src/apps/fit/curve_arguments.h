// CurveArguments: which columns of a metrics file are a run's compute and reward, as the command
// line says it, and the run that they give. Used by the main thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command_line.h"
#include "lab/fit/infer/compare.h"
#include "lab/fit/read/curve.h"
#include "lab/fit/read/text_metrics.h"

namespace assay {

// The run, and what was left out of it, in a sentence; empty: nothing.
struct LoadedRun {
  fit::NamedRun run;
  std::string left_out;
  std::optional<double> truncation;
};

class CurveArguments {
 public:
  void AddTo(CommandLine* command);

  // Empty, or what is wrong with the arguments, naming the option.
  std::string Fault() const;
  // REQUIRES: no fault. `y`: one of rewards().
  Result<LoadedRun> Load(const std::string& file, const std::string& y,
                         fit::LastRow last = fit::LastRow::kWhole) const;

  const std::vector<std::string>& rewards() const { return y_; }
  // For an axis.
  std::string ComputeName() const;

 private:
  fit::StudyRules Rules() const;

  std::string x_;
  std::vector<std::string> y_;
  double x_scale_ = 1, y_scale_ = 1;
  std::string step_seconds_;
  double gpus_ = 0;
  std::string r0_;
  double least_ = 0;
  std::optional<double> most_;
  std::string standard_error_, truncation_;
  std::vector<double> forecasts_;
  int bootstrap_ = 1000;
  int block_ = 0;
  uint64_t seed_ = 0;
  std::string grid_;
  double most_a_ = 1;
};

}  // namespace assay
