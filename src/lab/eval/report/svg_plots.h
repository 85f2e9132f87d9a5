// The report's plots as SVG text: lines, bands and bars with the classes of the report's style
// sheet, so that they follow light, dark and print. Series differ by dash and marker as well as by
// colour, every value stands beside its mark, and each plot has a title and a description for those
// who don't see it. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/eval/metrics/error_bars.h"
#include "lab/eval/metrics/score.h"

namespace assay::eval {

// At most two series a plot: the profiles.
struct PlotText {
  std::string title;
  std::string description;
};

struct Curve {
  std::string name;
  std::vector<EstimateAtK> points;  // k ascending
};
// Score over k on a logarithmic axis: the band is the interval over problems, the whisker that of
// sampling.
std::string CurvePlot(const PlotText& text, const std::vector<Curve>& curves);

struct BarSeries {
  std::string name;
  std::vector<int64_t> counts;  // one for each label
};
// Upright bars of counts, side by side.
std::string CountPlot(const PlotText& text, const std::vector<std::string>& labels,
                      const std::vector<BarSeries>& series);

struct ShareBar {
  std::optional<double> share;  // none: there is no score
  std::optional<Interval> interval;
};
struct ShareRow {
  std::string label;
  std::string note;            // "12 items"
  std::vector<ShareBar> bars;  // one for each series
};
// Lying bars from 0 to 100 %.
std::string SharePlot(const PlotText& text, const std::vector<std::string>& series,
                      const std::vector<ShareRow>& rows);

// "71.3 %".
std::string Percent(double share);

}  // namespace assay::eval
