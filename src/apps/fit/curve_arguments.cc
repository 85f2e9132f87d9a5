#include "apps/fit/curve_arguments.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "lab/fit/read/read_metrics.h"
#include "text/number.h"

namespace assay {
namespace {

constexpr int kMostDraws = 1'000'000;
constexpr char kFirst[] = "first", kFitted[] = "fit";

std::string GridNames() {
  std::string names;
  for (const fit::Grid& grid : fit::Grids())
    names += (names.empty() ? "" : ", ") + std::string(grid.name);
  return names;
}

std::string LeftOut(const fit::Curve& curve) {
  std::string text;
  const auto say = [&](size_t count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  say(curve.below, "evaluations before --min");
  say(curve.above, "after --max");
  say(curve.without_compute, "without a compute above 0");
  say(curve.logged_again, "logged again later");
  return text;
}

}  // namespace

void CurveArguments::AddTo(CommandLine* command) {
  command->Option("--x", x_,
                  "column of compute, or of what grows in proportion to it (steps, tokens)");
  command
      ->Option("--y", y_,
               "column of the reward: shares from 0 to 1 on prompts that aren't trained on; with "
               "`compare` and one file, several of its columns, repeated")
      .OnceEach();
  command->Option("--r0", r0_,
                  "reward before training, on which A and B depend: a number (best), 'first' (the "
                  "first evaluation, which is then no point of the fit), or 'fit' (fitted, too)");
  command->Option("--min", least_,
                  "only evaluations from this compute on; the law holds after the first epoch [0]");
  command->Option("--max", most_, "only evaluations up to this compute");
  command->Option("--x-scale", x_scale_, "what --x is multiplied by: GPU hours of a step, say [1]");
  command->Option("--y-scale", y_scale_, "what --y is multiplied by: 0.01 for percentages [1]");
  command->Option("--step-seconds", step_seconds_,
                  "instead of --x: column with the seconds of a step; compute is their sum in GPU "
                  "hours (with --gpus)");
  command->Option("--gpus", gpus_, "GPUs, for --step-seconds");
  command->Option("--se", standard_error_, "column with the standard error of each evaluation");
  command->Option("--truncation", truncation_,
                  "column with the share of completions that were cut off; above 5 and 10 % it is "
                  "told");
  command->Option("--forecast", forecasts_, "computes to foretell the reward at, with commas")
      .SplitAt(',')
      .OnceEach();
  command->Option("--bootstrap", bootstrap_,
                  "draws of the residuals, for intervals; 0: none [1000]");
  command->Option(
      "--block", block_,
      "neighbouring residuals drawn together [1; where they hang together, the cube root "
      "of the evaluations]");
  command->Option("--seed", seed_, "of the draws [0]");
  command->Option("--grid", grid_, "also fit as the ScaleRL paper does, on a grid: " + GridNames());
  command->Option("--max-asymptote", most_a_, "what A is at most [1]");
}

std::string CurveArguments::Fault() const {
  if (y_.empty()) return "--y: name the column of the reward (see --help)";
  if (x_.empty() == step_seconds_.empty()) {
    return "--x: name the column of compute, or give --step-seconds and --gpus";
  }
  if (!step_seconds_.empty() && !(gpus_ > 0)) return "--gpus: how many GPUs took --step-seconds?";
  if (r0_.empty()) {
    return "--r0: give the reward before training, or say 'first' or 'fit' (see --help)";
  }
  if (r0_ != kFirst && r0_ != kFitted) {
    const auto r0 = NumberIn<double>(r0_);
    if (!r0 || !(*r0 >= 0) || !(*r0 < most_a_)) {
      return fmt::format("--r0: must be a number from 0 to {}, 'first' or 'fit', not '{}'", most_a_,
                         r0_);
    }
  }
  if (!(x_scale_ > 0)) return "--x-scale: must be above 0";
  if (!(y_scale_ > 0)) return "--y-scale: must be above 0";
  if (!(most_a_ > 0)) return "--max-asymptote: must be above 0";
  if (most_ && *most_ < least_) return "--max: is less than --min";
  for (const double forecast : forecasts_) {
    if (!(forecast > 0) || !std::isfinite(forecast)) return "--forecast: computes must be above 0";
  }
  if (bootstrap_ < 0 || bootstrap_ > kMostDraws)
    return fmt::format("--bootstrap: must be from 0 to {}", kMostDraws);
  if (block_ < 0) return "--block: must not be negative";
  if (!grid_.empty() && fit::FindGrid(grid_) == nullptr) {
    return fmt::format("--grid: there is no grid '{}'; there are {}", grid_, GridNames());
  }
  if (!grid_.empty() && r0_ == kFitted) return "--grid: needs R0, given or the first evaluation";
  return "";
}

std::string CurveArguments::ComputeName() const {
  return step_seconds_.empty() ? x_ : "GPU hours";
}

fit::StudyRules CurveArguments::Rules() const {
  fit::StudyRules rules;
  rules.bounds.most_a = most_a_;
  rules.resample.draws = bootstrap_;
  rules.resample.block = static_cast<size_t>(block_);
  rules.resample.seed = seed_;
  rules.forecasts = forecasts_;
  rules.r0 = NumberIn<double>(r0_);
  rules.grid = fit::FindGrid(grid_);
  return rules;
}

Result<LoadedRun> CurveArguments::Load(const std::string& file, const std::string& y,
                                       fit::LastRow last) const {
  ASSAY_ASSIGN_OR_RETURN(const fit::Metrics metrics, fit::ReadMetrics(file, last));
  fit::CurveRules rules;
  rules.x = x_;
  rules.y = y;
  rules.x_scale = x_scale_;
  rules.y_scale = y_scale_;
  rules.step_seconds = step_seconds_;
  rules.gpus = gpus_;
  rules.standard_error = standard_error_;
  rules.truncation = truncation_;
  rules.least = least_;
  rules.most = most_;
  rules.first_is_r0 = r0_ == kFirst;
  const Result<fit::Curve> curve = fit::CurveOf(metrics, rules);
  if (!curve.ok()) {
    Error error = curve.error();
    error.message = file + ": " + error.message;
    return error;
  }
  LoadedRun loaded;
  loaded.run.name = std::filesystem::path(file).filename().string();
  if (y_.size() > 1) loaded.run.name = y;
  loaded.run.points = curve->points;
  loaded.run.rules = Rules();
  if (r0_ == kFirst) {
    if (!curve->first) return InvalidField("fit", "--y", file + " has no number in '" + y + "'");
    loaded.run.rules.r0 = curve->first;
  }
  loaded.left_out = LeftOut(*curve);
  loaded.truncation = curve->truncation;
  return loaded;
}

}  // namespace assay
