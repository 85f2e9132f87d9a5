// Points and the curves that go through them as SVG text: two axes with ticks, at most two series,
// each with marks, a curve that is dashed where it foretells, and a band. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/shared/plots/frame.h"

namespace assay::lab {

struct PlotPoint {
  double x = 0;
  double y = 0;
};
struct PlotBand {
  double x = 0;
  double low = 0;
  double high = 0;
};

struct CurveSeries {
  std::string name;
  std::vector<PlotPoint> points;
  std::vector<PlotPoint> curve;  // by x; beyond the last of the points, if any, it foretells
  std::vector<PlotBand> band;    // by x
};

struct PlotAxis {
  std::string title;
  bool logarithmic = false;
};

// REQUIRES: positive values on a logarithmic axis. What isn't finite is left out.
std::string CurvePlot(const PlotText& text, const PlotAxis& x, const PlotAxis& y,
                      const std::vector<CurveSeries>& series);

// A plot as a file of its own, with the reports' style sheet in it.
std::string StandaloneSvg(std::string_view plot);

}  // namespace assay::lab
