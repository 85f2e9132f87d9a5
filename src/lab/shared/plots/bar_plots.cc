#include "lab/shared/plots/bar_plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lab/shared/html/html_text.h"
#include "lab/shared/plots/frame.h"
#include "text/utf8.h"

namespace assay::lab {

std::string Percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string CountPlot(const PlotText& text, const std::vector<std::string>& labels,
                      const std::vector<BarSeries>& series) {
  ASSAY_CHECK(series.size() <= 2);
  constexpr double kLeft = 16, kRight = kPlotWidth - 16, kTop = 52, kBottom = 210;
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
      body += Bar(left, kBottom - height, bar - 1, height, s);
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
  constexpr double kLeft = 190, kRight = kPlotWidth - 76, kBar = 12, kGap = 14;
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
    body += "<g>" + fmt::format("<title>{}</title>", EscapeHtml(row.label));
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
      body += Bar(kLeft, at, span * *one.share, kBar - 2, s);
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

}  // namespace assay::lab
