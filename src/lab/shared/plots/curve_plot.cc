#include "lab/shared/plots/curve_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "lab/shared/html/report_style.h"

namespace assay::lab {
namespace {

constexpr double kLeft = 64, kRight = 704, kTop = kLegendHeight + 10, kBottom = 330;
constexpr double kHeight = 384;
constexpr int kTicks = 6;

// "0.45", "1500", "20k", "3e+22".
std::string TickText(double value) {
  const double size = std::fabs(value);
  if (size >= 1e4 && size < 1e6) return fmt::format("{:.4g}k", value / 1e3);
  if (size >= 1e6 && size < 1e9) return fmt::format("{:.4g}M", value / 1e6);
  return fmt::format("{:.4g}", value);
}

// Values to places, and the ticks between.
class Scale {
 public:
  Scale(const PlotAxis& axis, double from, double to)
      : logarithmic_(axis.logarithmic), from_(from), to_(to) {}

  void Take(double value) {
    if (!Fits(value)) return;
    least_ = std::min(least_, Form(value));
    most_ = std::max(most_, Form(value));
  }
  bool Fits(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
  bool Empty() const { return least_ > most_; }
  // Some room on either side.
  void Widen() {
    const double room = most_ > least_ ? (most_ - least_) * 0.04 : 0.5;
    least_ -= room;
    most_ += room;
  }
  double At(double value) const {
    return from_ + (to_ - from_) * (Form(value) - least_) / (most_ - least_);
  }
  std::vector<double> Ticks() const {
    std::vector<double> ticks;
    // Powers of ten with 1, 2 and 5, where they are enough.
    if (logarithmic_ && most_ - least_ > std::log(8.0)) {
      for (double power = std::floor(least_ / std::log(10.0)); power <= most_ / std::log(10.0);
           ++power) {
        for (const double digit : {1.0, 2.0, 5.0}) Push(digit * std::pow(10, power), &ticks);
      }
      while (ticks.size() > 2 * kTicks) {
        std::vector<double> fewer;
        for (size_t i = 0; i < ticks.size(); i += 3) fewer.push_back(ticks[i]);
        ticks = std::move(fewer);
      }
      return ticks;
    }
    const double low = logarithmic_ ? std::exp(least_) : least_;
    const double high = logarithmic_ ? std::exp(most_) : most_;
    const double rough = (high - low) / kTicks;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double nice : {5.0, 2.5, 2.0, 1.0}) {
      if (nice * power >= rough) step = nice * power;
    }
    for (double tick = std::ceil(low / step) * step; tick <= high; tick += step) {
      Push(std::fabs(tick) < step * 1e-9 ? 0 : tick, &ticks);
    }
    return ticks;
  }

 private:
  double Form(double value) const { return logarithmic_ ? std::log(value) : value; }
  void Push(double value, std::vector<double>* ticks) const {
    if (Fits(value) && Form(value) >= least_ && Form(value) <= most_) ticks->push_back(value);
  }

  const bool logarithmic_;
  const double from_, to_;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
};

std::string Axes(const Scale& x, const Scale& y, const PlotAxis& x_axis, const PlotAxis& y_axis) {
  std::string out;
  for (const double tick : y.Ticks()) {
    out += Line(kLeft, y.At(tick), kRight, y.At(tick), "grid");
    out += Label(kLeft - 6, y.At(tick) + 4, "end", TickText(tick), "label dim");
  }
  for (const double tick : x.Ticks()) {
    out += Line(x.At(tick), kBottom, x.At(tick), kBottom + 5, "axis");
    out += Label(x.At(tick), kBottom + 19, "middle", TickText(tick), "label dim");
  }
  out += Line(kLeft, kBottom, kRight, kBottom, "axis");
  out += Label((kLeft + kRight) / 2, kBottom + 42, "middle", x_axis.title);
  out += fmt::format("<g transform=\"translate(14 {:.0f}) rotate(-90)\">{}</g>",
                     (kTop + kBottom) / 2, Label(0, 0, "middle", y_axis.title));
  return out;
}

std::string BandPath(const CurveSeries& series, size_t index, const Scale& x, const Scale& y) {
  if (series.band.size() < 2) return "";
  std::string path;
  for (const PlotBand& each : series.band) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.At(each.x), y.At(each.high));
  }
  for (size_t i = series.band.size(); i-- > 0;) {
    path += fmt::format("L{:.1f} {:.1f}", x.At(series.band[i].x), y.At(series.band[i].low));
  }
  return fmt::format("<path class=\"band s{}\" d=\"{}Z\"/>", index, path);
}

// Up to `until` drawn through, beyond it dotted.
std::string CurvePath(const CurveSeries& series, size_t index, double until, const Scale& x,
                      const Scale& y) {
  std::string seen, foretold;
  const PlotPoint* before = nullptr;
  for (const PlotPoint& point : series.curve) {
    if (!x.Fits(point.x) || !y.Fits(point.y)) continue;
    const std::string place = fmt::format("{:.1f} {:.1f}", x.At(point.x), y.At(point.y));
    if (point.x <= until) {
      seen += (seen.empty() ? "M" : "L") + place;
    } else {
      if (foretold.empty() && before != nullptr) {
        foretold += fmt::format("M{:.1f} {:.1f}", x.At(before->x), y.At(before->y));
      }
      foretold += (foretold.empty() ? "M" : "L") + place;
    }
    before = &point;
  }
  std::string out;
  if (!seen.empty()) out += fmt::format("<path class=\"curve s{}\" d=\"{}\"/>", index, seen);
  if (!foretold.empty()) {
    out += fmt::format("<path class=\"curve s{} foretold\" d=\"{}\"/>", index, foretold);
  }
  return out;
}

}  // namespace

std::string CurvePlot(const PlotText& text, const PlotAxis& x_axis, const PlotAxis& y_axis,
                      const std::vector<CurveSeries>& series) {
  Scale x(x_axis, kLeft, kRight), y(y_axis, kBottom, kTop);
  for (const CurveSeries& each : series) {
    for (const auto* points : {&each.points, &each.curve}) {
      for (const PlotPoint& point : *points) {
        if (!x.Fits(point.x) || !y.Fits(point.y)) continue;
        x.Take(point.x);
        y.Take(point.y);
      }
    }
    for (const PlotBand& band : each.band) {
      y.Take(band.low);
      y.Take(band.high);
    }
  }
  if (x.Empty())
    return Framed(text, kHeight, Label(kPlotWidth / 2, kHeight / 2, "middle", "nothing to show"));
  x.Widen();
  y.Widen();
  std::vector<std::string> names;
  std::string body;
  for (size_t i = 0; i < series.size(); ++i) body += BandPath(series[i], i, x, y);
  body += Axes(x, y, x_axis, y_axis);
  for (size_t i = 0; i < series.size(); ++i) {
    names.push_back(series[i].name);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double until = series[i].points.empty() ? kInfinity : -kInfinity;
    for (const PlotPoint& point : series[i].points) until = std::max(until, point.x);
    body += CurvePath(series[i], i, until, x, y);
    for (const PlotPoint& point : series[i].points) {
      if (x.Fits(point.x) && y.Fits(point.y)) body += Marker(x.At(point.x), y.At(point.y), i);
    }
  }
  return Framed(text, kHeight, Legend(names) + body);
}

std::string StandaloneSvg(std::string_view plot) {
  constexpr std::string_view kStart = "<svg ";
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" ";
  out += plot.substr(kStart.size());
  const size_t after = out.find('>') + 1;
  return out.insert(
      after, fmt::format("\n<style>{}svg {{ background: var(--paper); }}</style>", kReportStyle));
}

}  // namespace assay::lab
