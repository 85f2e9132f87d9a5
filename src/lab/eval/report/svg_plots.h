// The report's plot of scores over k as SVG text; bars are in lab/shared/plots. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/eval/metrics/score.h"
#include "lab/shared/plots/bar_plots.h"

namespace assay::eval {

using lab::BarSeries;
using lab::CountPlot;
using lab::Percent;
using lab::PlotText;
using lab::ShareBar;
using lab::SharePlot;
using lab::ShareRow;

// At most two series a plot: the profiles.
struct Curve {
  std::string name;
  std::vector<EstimateAtK> points;  // k ascending
};
// Score over k on a logarithmic axis: the band is the interval over problems, the whisker that of
// sampling.
std::string CurvePlot(const PlotText& text, const std::vector<Curve>& curves);

}  // namespace assay::eval
