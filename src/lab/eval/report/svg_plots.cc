#include "lab/eval/report/svg_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "lab/shared/plots/frame.h"

namespace assay::eval {
namespace {

using lab::Framed;
using lab::Label;
using lab::Legend;
using lab::Line;
using lab::Marker;

// Where the lowest label of the axis of scores is: the tenth below all that is drawn.
double LowestShare(const std::vector<Curve>& curves) {
  double lowest = 1;
  for (const Curve& curve : curves) {
    for (const EstimateAtK& point : curve.points) {
      const Estimate& estimate = point.estimate;
      lowest = std::min(
          lowest, estimate.problems_interval ? estimate.problems_interval->low : estimate.value);
    }
  }
  return std::min(0.9, std::floor(lowest * 10) / 10);
}

// The plane of a curve plot.
class CurvePlane {
 public:
  CurvePlane(double lowest, int64_t largest_k)
      : lowest_(lowest),
        log_largest_(std::log(static_cast<double>(std::max<int64_t>(largest_k, 2)))) {}

  double X(int64_t k) const {
    return kLeft + (kRight - kLeft) * std::log(static_cast<double>(k)) / log_largest_;
  }
  double Y(double share) const {
    return kBottom - (kBottom - kTop) * (share - lowest_) / (1 - lowest_);
  }

  static constexpr double kLeft = 48, kRight = lab::kPlotWidth - 84, kTop = 40, kBottom = 270;

 private:
  const double lowest_;
  const double log_largest_;
};

// `label_dy`: how far below its point the last value stands.
std::string CurveOf(const CurvePlane& plane, const Curve& curve, size_t series, double label_dy) {
  std::string path, band, marks;
  for (const EstimateAtK& point : curve.points) {
    const double x = plane.X(point.k), y = plane.Y(point.estimate.value);
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "M" : " L", x, y);
    if (const auto& sampling = point.estimate.sampling_interval) {
      // Of the second series a little to the right, so that whiskers don't cover each other.
      const double at = x + 3.0 * static_cast<double>(series);
      marks += Line(at, plane.Y(sampling->low), at, plane.Y(sampling->high),
                    fmt::format("whisker s{}", series));
    }
    marks += Marker(x, y, series);
  }
  // Forth along the upper bounds and back along the lower ones.
  for (auto point = curve.points.begin(); point != curve.points.end(); ++point) {
    if (const auto& interval = point->estimate.problems_interval) {
      band += fmt::format("{:.1f},{:.1f} ", plane.X(point->k), plane.Y(interval->high));
    }
  }
  for (auto point = curve.points.rbegin(); point != curve.points.rend(); ++point) {
    if (const auto& interval = point->estimate.problems_interval) {
      band += fmt::format("{:.1f},{:.1f} ", plane.X(point->k), plane.Y(interval->low));
    }
  }
  std::string out;
  if (!band.empty()) {
    band.pop_back();
    out += fmt::format("<polygon class=\"band s{}\" points=\"{}\"/>", series, band);
  }
  out += fmt::format("<path class=\"curve s{}\" d=\"{}\"/>", series, path) + marks;
  if (!curve.points.empty()) {
    const EstimateAtK& last = curve.points.back();
    out += Label(plane.X(last.k) + 8, plane.Y(last.estimate.value) + label_dy, "start",
                 Percent(last.estimate.value), fmt::format("label value s{}", series));
  }
  return out;
}

}  // namespace

std::string CurvePlot(const PlotText& text, const std::vector<Curve>& curves) {
  ASSAY_CHECK(curves.size() <= 2);
  int64_t largest = 1;
  std::vector<std::string> names;
  std::vector<int64_t> ticks;
  for (const Curve& curve : curves) {
    names.push_back(curve.name);
    for (const EstimateAtK& point : curve.points) {
      largest = std::max(largest, point.k);
      ticks.push_back(point.k);
    }
  }
  std::sort(ticks.begin(), ticks.end());
  ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
  const double lowest = LowestShare(curves);
  const CurvePlane plane(lowest, largest);
  std::string body = Legend(names);
  const int steps = static_cast<int>(std::lround((1 - lowest) * 10));
  for (int i = 0; i <= steps; ++i) {
    const double share = lowest + i / 10.0;
    body += Line(CurvePlane::kLeft, plane.Y(share), CurvePlane::kRight, plane.Y(share), "grid");
    body += Label(CurvePlane::kLeft - 6, plane.Y(share) + 4, "end",
                  fmt::format("{:.0f} %", 100 * share));
  }
  double last = -100;
  for (const int64_t k : ticks) {
    // Where ticks would touch, the later one has no label.
    if (plane.X(k) - last < 24) continue;
    last = plane.X(k);
    body += Label(last, CurvePlane::kBottom + 18, "middle", std::to_string(k));
  }
  body += Label((CurvePlane::kLeft + CurvePlane::kRight) / 2, CurvePlane::kBottom + 38, "middle",
                "k (samples of one problem)");
  // The last value of the upper curve stands above its point, that of the lower one below.
  const auto end_of = [&](size_t i) {
    return curves[i].points.empty() ? 0 : curves[i].points.back().estimate.value;
  };
  for (size_t i = 0; i < curves.size(); ++i) {
    const bool lower =
        curves.size() == 2 && (end_of(i) < end_of(1 - i) || (end_of(i) == end_of(1 - i) && i == 1));
    body += "\n" + CurveOf(plane, curves[i], i, curves.size() == 1 ? 4 : lower ? 17 : -4);
  }
  return Framed(text, CurvePlane::kBottom + 46, body);
}

}  // namespace assay::eval
