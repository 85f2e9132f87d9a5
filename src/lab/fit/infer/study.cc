// StudyCurve() at the end goes through the parts in their order.
#include "lab/fit/infer/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::fit {
namespace {

constexpr char kStage[] = "fit";
constexpr int kWindows = 5;  // with the first tenth left out, two tenths, …
constexpr size_t kFewestHeldOut = 3;
constexpr double kSameParameter = 0.95;  // correlations beyond mean that two can't be told apart

Error Faulty(std::string message) {
  return {ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

Held HeldBy(const StudyRules& rules) {
  Held held;
  held.a = rules.a.has_value();
  held.r0 = rules.r0.has_value();
  return held;
}

Law ValuesOf(const StudyRules& rules) {
  return {rules.a.value_or(0), 1, 1, rules.r0.value_or(0)};
}

std::optional<Error> FaultOf(const std::vector<Point>& points, const StudyRules& rules) {
  if (points.size() < kFewestPoints) {
    return Faulty(fmt::format("there are {} evaluations in the window; a fit needs at least {}",
                              points.size(), kFewestPoints));
  }
  for (const Point& point : points) {
    if (!(point.compute > 0) || !std::isfinite(point.compute) || !(point.weight > 0)) {
      return Faulty(fmt::format("a compute of {} with weight {}: both must be above 0",
                                point.compute, point.weight));
    }
    if (!std::isfinite(point.reward) || point.reward > rules.bounds.most_a || point.reward < 0) {
      return Faulty(
          fmt::format("the reward {} at {} isn't from 0 to {}: the law is of shares "
                      "(percentages: scale them by 0.01)",
                      point.reward, point.compute, rules.bounds.most_a));
    }
  }
  if (points.front().compute == points.back().compute) {
    return Faulty("all evaluations have the same compute");
  }
  return std::nullopt;
}

// `held`: this one isn't fitted. Ranges come from the draws as far as there are any.
Estimate EstimateOf(const std::vector<Point>& points, const Solution& fit, const Held& held,
                    const StudyRules& rules, const Draws& draws, Parameter parameter) {
  Estimate estimate;
  estimate.value = ValueOf(fit.law, parameter);
  estimate.held = IsHeld(held, parameter);
  estimate.profile = {estimate.value, estimate.value};
  if (estimate.held) return estimate;
  estimate.profile = ProfileRange(points, fit, held, rules.bounds, parameter, rules.confidence);
  if (!draws.empty()) estimate.drawn = DrawnRange(draws, parameter, rules.confidence);
  return estimate;
}

double Correlation(const Draws& draws) {
  const double n = static_cast<double>(draws.laws.size());
  double a = 0, r0 = 0, aa = 0, rr = 0, ar = 0;
  for (const Law& law : draws.laws) {
    a += law.a / n;
    r0 += law.r0 / n;
  }
  for (const Law& law : draws.laws) {
    aa += (law.a - a) * (law.a - a);
    rr += (law.r0 - r0) * (law.r0 - r0);
    ar += (law.a - a) * (law.r0 - r0);
  }
  return aa > 0 && rr > 0 ? ar / std::sqrt(aa * rr) : 0;
}

Forecast ForecastAt(double compute, const Study& study, const Draws& draws,
                    const StudyRules& rules) {
  const double confidence = rules.confidence;
  const double most_a = rules.bounds.most_a;
  Forecast forecast;
  forecast.compute = compute;
  forecast.reward = study.fit.law.At(compute);
  if (draws.empty()) return forecast;
  std::vector<double> curve, evaluation;
  for (size_t i = 0; i < draws.laws.size(); ++i) {
    curve.push_back(draws.laws[i].At(compute));
    // A share, whatever the residual.
    evaluation.push_back(std::clamp(curve.back() + draws.residuals[i], 0.0, most_a));
  }
  forecast.curve = PercentileRange(std::move(curve), confidence);
  forecast.evaluation = PercentileRange(std::move(evaluation), confidence);
  return forecast;
}

// The first is the whole, which `law` fits.
std::vector<WindowFit> WindowsOf(const std::vector<Point>& points, const Law& law,
                                 const StudyRules& rules) {
  std::vector<WindowFit> windows = {{points.front().compute, points.size(), law}};
  for (int window = 1; window < kWindows; ++window) {
    const size_t skipped = points.size() * static_cast<size_t>(window) / (2 * kWindows);
    const std::vector<Point> rest(points.begin() + static_cast<std::ptrdiff_t>(skipped),
                                  points.end());
    if (rest.size() < kFewestPoints || rest.front().compute == rest.back().compute) break;
    if (windows.back().points == rest.size()) continue;
    const Solution solution = FitLaw(rest, ValuesOf(rules), HeldBy(rules), rules.bounds);
    windows.push_back({rest.front().compute, rest.size(), solution.law});
  }
  return windows;
}

std::optional<HoldOut> HoldOutOf(const std::vector<Point>& points, const StudyRules& rules) {
  const double until = points.back().compute / 2;
  std::vector<Point> early, late;
  for (const Point& point : points) (point.compute <= until ? early : late).push_back(point);
  if (early.size() < kFewestPoints || late.size() < kFewestHeldOut ||
      early.front().compute == early.back().compute) {
    return std::nullopt;
  }
  HoldOut out;
  out.until = early.back().compute;
  out.fitted = early.size();
  out.foretold = late.size();
  out.law = FitLaw(early, ValuesOf(rules), HeldBy(rules), rules.bounds).law;
  for (size_t i = 0; i < late.size(); ++i) {
    const double error = out.law.At(late[i].compute) - late[i].reward;
    out.mean_error += error / static_cast<double>(late.size());
    if (std::fabs(error) > std::fabs(out.worst_error)) out.worst_error = error;
    if (i + kFewestHeldOut >= late.size()) out.end_error += error / kFewestHeldOut;
  }
  return out;
}

void Warn(const StudyRules& rules, Study* study) {
  std::vector<std::string>& warnings = study->warnings;
  if (study->identified == Identified::kNo && !study->a.held) {
    warnings.push_back(
        study->fit.at_most_a
            ? fmt::format("the asymptote is not identified: the fit would have it beyond {}",
                          rules.bounds.most_a)
            : fmt::format(
                  "the asymptote is not identified: the run reaches {:.2f} times C_mid, and "
                  "below {} evaluations don't hold it",
                  study->reach, kQuoted));
  } else if (study->identified == Identified::kBarely) {
    warnings.push_back(
        fmt::format("the asymptote is barely identified: the run reaches {:.2f} times "
                    "C_mid, and should reach {}",
                    study->reach, kSure));
  }
  if (study->identified != Identified::kNo && !study->a.held &&
      study->a.profile.width() > 2 * kAsymptoteMargin) {
    warnings.push_back(
        fmt::format("the asymptote's interval is wider than the margin of {} by which "
                    "recipes are told apart",
                    kAsymptoteMargin));
  }
  const auto open = [](const Estimate& estimate) {
    return estimate.profile.open_low || estimate.profile.open_high;
  };
  if (open(study->b) || open(study->c_mid)) {
    warnings.push_back(
        "B and C_mid aren't identified: the evaluations don't show how the gain was had");
  }
  if (study->hangs_together) {
    warnings.push_back(
        fmt::format("neighbouring residuals hang together (correlation {:.2f}): the "
                    "profile's intervals are too narrow, those by resampling less so",
                    study->autocorrelation));
  }
  if (study->a_with_r0 && std::fabs(*study->a_with_r0) > kSameParameter) {
    warnings.push_back(fmt::format("A and R0 can't be told apart (correlation {:.2f}): give R0",
                                   *study->a_with_r0));
  }
  if (study->windows.size() > 1) {
    double least = 1e300, most = -1e300;
    for (const WindowFit& window : study->windows) {
      least = std::min(least, window.law.a);
      most = std::max(most, window.law.a);
    }
    if (study->identified != Identified::kNo && !study->a.held && most - least > kAsymptoteMargin) {
      warnings.push_back(fmt::format(
          "the asymptote depends on where the window begins: {:.3f} to {:.3f}", least, most));
    }
  }
}

}  // namespace

Result<Study> StudyCurve(std::vector<Point> points, const StudyRules& rules) {
  std::sort(points.begin(), points.end(),
            [](const Point& x, const Point& y) { return x.compute < y.compute; });
  if (const auto fault = FaultOf(points, rules)) return *fault;
  const Held held = HeldBy(rules);
  Study study;
  study.points = points.size();
  study.least_compute = points.front().compute;
  study.most_compute = points.back().compute;
  study.fit = FitLaw(points, ValuesOf(rules), held, rules.bounds);
  const Law& law = study.fit.law;
  if (!(law.a > law.r0)) {
    return Faulty(
        fmt::format("there is no gain to fit: no evaluations rise above R0 = {:.4g} as "
                    "compute grows",
                    law.r0));
  }

  double weights = 0, mean = 0, spread = 0;
  for (const Point& point : points) {
    weights += point.weight;
    mean += point.weight * point.reward;
  }
  mean /= weights;
  for (const Point& point : points)
    spread += point.weight * (point.reward - mean) * (point.reward - mean);
  study.r_squared = spread > 0 ? 1 - study.fit.ssr / spread : 0;
  const double freedom = static_cast<double>(points.size()) - held.Free();
  study.residual_sd = freedom > 0 ? std::sqrt(study.fit.ssr / freedom) : 0;
  const std::vector<double> residuals = Residuals(points, law);
  study.autocorrelation = Autocorrelation(residuals);
  study.hangs_together = HangTogether(residuals);

  const Draws draws = Resample(points, study.fit, held, rules.bounds, rules.resample);
  study.a = EstimateOf(points, study.fit, held, rules, draws, Parameter::kA);
  study.b = EstimateOf(points, study.fit, held, rules, draws, Parameter::kB);
  study.c_mid = EstimateOf(points, study.fit, held, rules, draws, Parameter::kCMid);
  study.r0 = EstimateOf(points, study.fit, held, rules, draws, Parameter::kR0);
  if (!held.r0 && !held.a && !draws.empty()) study.a_with_r0 = Correlation(draws);
  study.reach = study.most_compute / law.c_mid;
  study.identified = study.reach < kQuoted || study.fit.at_most_a ? Identified::kNo
                     : study.reach < kSure                        ? Identified::kBarely
                                                                  : Identified::kYes;
  for (const double compute : rules.forecasts) {
    study.forecasts.push_back(ForecastAt(compute, study, draws, rules));
  }
  if (rules.with_checks) {
    study.windows = WindowsOf(points, law, rules);
    study.hold_out = HoldOutOf(points, rules);
    study.power_law = FitPowerLaw(points, rules.bounds.most_a);
  }
  if (rules.grid != nullptr && rules.r0) study.on_grid = FitOnGrid(points, *rules.r0, *rules.grid);
  Warn(rules, &study);
  return study;
}

}  // namespace assay::fit
