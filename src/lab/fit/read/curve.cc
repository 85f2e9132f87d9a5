#include "lab/fit/read/curve.h"

#include <map>

namespace assay::fit {
namespace {

constexpr double kSecondsAnHour = 3600;

// The column, or nothing where none is named.
Result<std::optional<size_t>> Column(const Metrics& metrics, const std::string& name) {
  if (name.empty()) return std::optional<size_t>();
  ASSAY_ASSIGN_OR_RETURN(const size_t column, metrics.Find(name));
  return std::optional<size_t>(column);
}

}  // namespace

Result<Curve> CurveOf(const Metrics& metrics, const CurveRules& rules) {
  ASSAY_ASSIGN_OR_RETURN(const std::optional<size_t> x, Column(metrics, rules.x));
  ASSAY_ASSIGN_OR_RETURN(const std::optional<size_t> seconds, Column(metrics, rules.step_seconds));
  ASSAY_ASSIGN_OR_RETURN(const std::optional<size_t> error, Column(metrics, rules.standard_error));
  ASSAY_ASSIGN_OR_RETURN(const std::optional<size_t> cut, Column(metrics, rules.truncation));
  ASSAY_ASSIGN_OR_RETURN(const size_t y, metrics.Find(rules.y));
  Curve curve;
  std::map<double, Point> by_compute;
  double compute = 0;
  for (const Metrics::Record& record : metrics.records()) {
    if (x) {
      if (const auto value = Metrics::ValueIn(record, *x)) compute = *value * rules.x_scale;
    }
    if (seconds) {
      compute += Metrics::ValueIn(record, *seconds).value_or(0) * rules.gpus / kSecondsAnHour;
    }
    if (cut) {
      if (const auto share = Metrics::ValueIn(record, *cut)) curve.truncation = share;
    }
    const auto reward = Metrics::ValueIn(record, y);
    if (!reward) continue;
    Point point{compute, *reward * rules.y_scale, 1};
    if (error) {
      const auto standard_error = Metrics::ValueIn(record, *error);
      if (!standard_error || !(*standard_error > 0)) {
        return InvalidField("fit.curve", rules.standard_error,
                            "each evaluation needs a standard error above 0");
      }
      const double scaled = *standard_error * rules.y_scale;
      point.weight = 1 / (scaled * scaled);
    }
    if (rules.first_is_r0 && !curve.first) {
      curve.first = point.reward;
      continue;
    }
    if (!(compute > 0)) {
      ++curve.without_compute;
    } else if (compute < rules.least) {
      ++curve.below;
    } else if (rules.most && compute > *rules.most) {
      ++curve.above;
    } else if (!by_compute.insert_or_assign(compute, point).second) {
      ++curve.logged_again;
    }
  }
  for (const auto& [_, point] : by_compute) curve.points.push_back(point);
  return curve;
}

}  // namespace assay::fit
