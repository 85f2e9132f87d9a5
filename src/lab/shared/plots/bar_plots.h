// Bars of counts and of shares as SVG text, with the classes of the reports' style sheet, so that
// they follow light, dark and print. Series differ by dash and marker as well as by colour, every
// value stands beside its mark, and each plot has a title and a description for those who don't see
// it. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/shared/intervals/wilson.h"
#include "lab/shared/plots/frame.h"

namespace assay::lab {

// At most two series a plot.
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

}  // namespace assay::lab
