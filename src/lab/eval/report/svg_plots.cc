// A map: a frame (title, description, legend), then the three plots in the order of the header.
#include "lab/eval/report/svg_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "lab/shared/html/html_text.h"
#include "text/utf8.h"

namespace assay::eval {
namespace {

constexpr double kWidth = 720;
constexpr double kLegendHeight = 26;

std::string Line(double x1, double y1, double x2, double y2, std::string_view css) {
  return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>",
                     css, x1, y1, x2, y2);
}

// `anchor`: "start", "middle" or "end".
std::string Label(double x, double y, std::string_view anchor, std::string_view text,
                  std::string_view css = "label") {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>",
                     css, x, y, anchor, lab::EscapeHtml(text));
}

std::string Rect(double x, double y, double width, double height, size_t series) {
  return fmt::format(
      "<rect class=\"bar s{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
      series, x, y, std::max(width, 0.0), std::max(height, 0.0));
}

// A disc for the first series, a square for the second.
std::string Marker(double x, double y, size_t series) {
  if (series == 0) {
    return fmt::format("<circle class=\"mark s0\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>", x, y);
  }
  return fmt::format(
      "<rect class=\"mark s1\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"7.6\" height=\"7.6\"/>", x - 3.8,
      y - 3.8);
}

std::string Legend(const std::vector<std::string>& names) {
  std::string out;
  double x = 48;
  for (size_t i = 0; i < names.size(); ++i) {
    out += Line(x, 12, x + 26, 12, fmt::format("curve s{}", i)) + Marker(x + 13, 12, i);
    out += Label(x + 33, 16, "start", names[i]);
    x += 60 + 8.0 * static_cast<double>(CountUtf8Characters(names[i]));
  }
  return out;
}

std::string Framed(const PlotText& text, double height, const std::string& body) {
  return fmt::format(
      "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{}\n"
      "</svg>\n",
      kWidth, height, lab::EscapeHtml(text.title), lab::EscapeHtml(text.description), body);
}

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

  static constexpr double kLeft = 48, kRight = kWidth - 84, kTop = 40, kBottom = 270;

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

std::string Percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

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

std::string CountPlot(const PlotText& text, const std::vector<std::string>& labels,
                      const std::vector<BarSeries>& series) {
  ASSAY_CHECK(series.size() <= 2);
  constexpr double kLeft = 16, kRight = kWidth - 16, kTop = 52, kBottom = 210;
  int64_t most = 1;
  std::vector<std::string> names;
  for (const BarSeries& one : series) {
    names.push_back(one.name);
    for (const int64_t count : one.counts) most = std::max(most, count);
  }
  std::string body = Legend(names);
  const double slot = (kRight - kLeft) / static_cast<double>(std::max<size_t>(labels.size(), 1));
  const double bar = 0.8 * slot / static_cast<double>(std::max<size_t>(series.size(), 1));
  for (size_t i = 0; i < labels.size(); ++i) {
    const double x = kLeft + slot * static_cast<double>(i);
    body += Label(x + slot / 2, kBottom + 16, "middle", labels[i], "label small");
    for (size_t s = 0; s < series.size(); ++s) {
      const int64_t count = series[s].counts[i];
      const double height =
          (kBottom - kTop) * static_cast<double>(count) / static_cast<double>(most);
      const double left = x + 0.1 * slot + bar * static_cast<double>(s);
      body += Rect(left, kBottom - height, bar - 1, height, s);
      body += Label(left + bar / 2, kBottom - height - 4, "middle", std::to_string(count),
                    "label small");
    }
  }
  body += Line(kLeft, kBottom, kRight, kBottom, "axis");
  return Framed(text, kBottom + 26, body);
}

std::string SharePlot(const PlotText& text, const std::vector<std::string>& series,
                      const std::vector<ShareRow>& rows) {
  ASSAY_CHECK(series.size() <= 2);
  constexpr double kLeft = 190, kRight = kWidth - 76, kBar = 12, kGap = 14;
  constexpr size_t kLongestLabel = 24;
  const double span = kRight - kLeft;
  const double row_height = kBar * static_cast<double>(series.size()) + kGap;
  std::string body = series.size() > 1 ? Legend(series) : "";
  const double top = series.size() > 1 ? kLegendHeight : 4;
  const double bottom = top + row_height * static_cast<double>(rows.size());
  for (int i = 0; i <= 4; ++i) {
    const double x = kLeft + span * i / 4;
    body += Line(x, top, x, bottom, "grid");
    body += Label(x, bottom + 14, "middle", fmt::format("{} %", 25 * i), "label small");
  }
  double y = top;
  for (const ShareRow& row : rows) {
    std::string label = row.label;
    if (CountUtf8Characters(label) > kLongestLabel) {
      size_t cut = kLongestLabel - 1;
      while (cut > 0 && IsUtf8Continuation(label[cut])) --cut;
      label = label.substr(0, cut) + "…";
    }
    const double middle = y + row_height / 2;
    body += "<g>" + fmt::format("<title>{}</title>", lab::EscapeHtml(row.label));
    body += Label(kLeft - 8, middle + (row.note.empty() ? 4 : -1), "end", label);
    if (!row.note.empty())
      body += Label(kLeft - 8, middle + 11, "end", row.note, "label small dim");
    for (size_t s = 0; s < row.bars.size(); ++s) {
      const double at = y + kGap / 2 + kBar * static_cast<double>(s);
      const ShareBar& one = row.bars[s];
      if (!one.share) {
        body += Label(kLeft + 4, at + kBar - 2, "start", "not judged", "label small dim");
        continue;
      }
      body += Rect(kLeft, at, span * *one.share, kBar - 2, s);
      double end = span * *one.share;
      if (one.interval) {
        end = std::max(end, span * one.interval->high);
        body += Line(kLeft + span * one.interval->low, at + kBar / 2 - 1,
                     kLeft + span * one.interval->high, at + kBar / 2 - 1, "error");
      }
      body += Label(kLeft + end + 5, at + kBar - 2, "start", Percent(*one.share), "label small");
    }
    body += "</g>\n";
    y += row_height;
  }
  return Framed(text, bottom + 22, body);
}

}  // namespace assay::eval
