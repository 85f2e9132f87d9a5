// StudyPage() and ComparisonPage() at the end put the parts together.
#include "lab/fit/report/fit_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/fit/report/fit_text.h"
#include "lab/shared/html/page.h"
#include "lab/shared/plots/curve_plot.h"

namespace assay::fit {
namespace {

using lab::Html;

constexpr int kCurveSteps = 160;
constexpr size_t kMostSeries = 2;

std::vector<Point> Sorted(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point& x, const Point& y) { return x.compute < y.compute; });
  return points;
}

lab::CurveSeries CurveOf(const NamedRun& run, const Study& study) {
  lab::CurveSeries series;
  series.name = run.name;
  for (const Point& point : Sorted(run.points))
    series.points.push_back({point.compute, point.reward});
  double to = study.most_compute;
  for (const Forecast& forecast : study.forecasts) to = std::max(to, forecast.compute);
  const double step = (std::log(to) - std::log(study.least_compute)) / kCurveSteps;
  for (int i = 0; i <= kCurveSteps; ++i) {
    const double compute = std::min(to, std::exp(std::log(study.least_compute) + step * i));
    series.curve.push_back({compute, study.fit.law.At(compute)});
  }
  for (const Forecast& forecast : study.forecasts) {
    if (forecast.curve)
      series.band.push_back({forecast.compute, forecast.curve->low, forecast.curve->high});
  }
  std::sort(series.band.begin(), series.band.end(),
            [](const lab::PlotBand& x, const lab::PlotBand& y) { return x.x < y.x; });
  return series;
}

// Only evaluations between R0 and A have a place there.
std::string LineFigure(const std::vector<NamedRun>& runs, const std::vector<Study>& studies,
                       const PlotNames& names) {
  std::vector<lab::CurveSeries> series;
  for (size_t i = 0; i < runs.size() && i < kMostSeries; ++i) {
    const Law& law = studies[i].fit.law;
    lab::CurveSeries each;
    each.name = fmt::format("{}: slope B = {:.3f}", runs[i].name, law.b);
    for (const Point& point : Sorted(runs[i].points)) {
      const double log_f = LogF(law, point.reward);
      if (std::isfinite(log_f)) each.points.push_back({point.compute, log_f / std::log(10.0)});
    }
    for (const double compute : {studies[i].least_compute, studies[i].most_compute}) {
      each.curve.push_back({compute, law.b * std::log10(compute)});
    }
    series.push_back(std::move(each));
  }
  return lab::CurvePlot({"log F over log compute", "The law as a straight line; its slope is B."},
                        {names.compute, true}, {"log₁₀ F", false}, series);
}

void Cell(std::string_view text, Html* html) {
  html->Element("td", "number", text);
}

void EstimateRow(const char* name, const Estimate& estimate, bool quoted, Html* html) {
  html->Raw("<tr>").Element("th", name);
  Cell(quoted ? ShortNumber(estimate.value) : "not identified", html);
  const auto range = [](const Range& each) {
    return fmt::format("{} to {}", ShortNumber(each.low), ShortNumber(each.high));
  };
  Cell(estimate.held ? "given" : range(estimate.profile), html);
  Cell(estimate.drawn ? range(*estimate.drawn) : "", html);
  html->Raw("</tr>\n");
}

void Numbers(const Study& study, Html* html) {
  html->Raw(
      "<div class=\"scroll\"><table><tr><th></th><th class=\"number\">value</th>"
      "<th class=\"number\">95 % by profile</th><th class=\"number\">95 % by "
      "resampling</th></tr>\n");
  EstimateRow("A", study.a, study.a.held || study.identified != Identified::kNo, html);
  EstimateRow("B", study.b, true, html);
  EstimateRow("C_mid", study.c_mid, true, html);
  EstimateRow("R0", study.r0, true, html);
  html->Raw("</table></div>\n");
  html->Element(
      "p", "dim",
      fmt::format("{} evaluations from {} to {}, {}. Residuals {:.4f}, R² {:.4f}.", study.points,
                  ShortNumber(study.least_compute), ShortNumber(study.most_compute),
                  ReachText(study), study.residual_sd, study.r_squared));
}

void Warnings(const std::vector<std::string>& warnings, Html* html) {
  for (const std::string& warning : warnings) html->Element("p", "left-out", warning);
}

void Forecasts(const Study& study, const PlotNames& names, Html* html) {
  if (study.forecasts.empty()) return;
  html->Element("h2", "Forecasts").Raw("<div class=\"scroll\"><table><tr>");
  html->Element("th", "number", names.compute).Element("th", "number", names.reward);
  html->Raw(
      "<th class=\"number\">the curve, 95 %</th><th class=\"number\">one evaluation, 95 "
      "%</th></tr>\n");
  for (const Forecast& forecast : study.forecasts) {
    html->Raw("<tr>");
    Cell(ShortNumber(forecast.compute), html);
    Cell(fmt::format("{:.4f}", forecast.reward), html);
    Cell(forecast.curve ? RangeText(*forecast.curve, 4) : "", html);
    Cell(forecast.evaluation ? RangeText(*forecast.evaluation, 4) : "", html);
    html->Raw("</tr>\n");
  }
  html->Raw("</table></div>\n");
}

void Trust(const Study& study, Html* html) {
  html->Element("h2", "How far it can be trusted");
  if (study.hold_out) {
    html->Element(
        "p",
        fmt::format(
            "Fitted to the first half ({} evaluations, until {}), the law foretells the end "
            "{:+.4f} off, the second half {:+.4f} off on average and {:+.4f} at worst.",
            study.hold_out->fitted, ShortNumber(study.hold_out->until), study.hold_out->end_error,
            study.hold_out->mean_error, study.hold_out->worst_error));
  }
  if (study.identified == Identified::kNo) return;
  html->Raw(
      "<div class=\"scroll\"><table><tr><th class=\"number\">window from</th>"
      "<th class=\"number\">A</th><th class=\"number\">B</th><th "
      "class=\"number\">C_mid</th></tr>\n");
  for (const WindowFit& window : study.windows) {
    html->Raw("<tr>");
    Cell(ShortNumber(window.from), html);
    Cell(fmt::format("{:.4f}", window.law.a), html);
    Cell(fmt::format("{:.3f}", window.law.b), html);
    Cell(ShortNumber(window.law.c_mid), html);
    html->Raw("</tr>\n");
  }
  html->Raw("</table></div>\n");
  html->Element(
      "p", "dim",
      fmt::format("A power law, A - D / C^B, would have A = {:.3f}. Fitted to the earlier part "
                  "of a run it foretells too high an end.",
                  study.power_law.a));
}

}  // namespace

std::string CurveFigure(const std::vector<NamedRun>& runs, const std::vector<Study>& studies,
                        const PlotNames& names) {
  std::vector<lab::CurveSeries> series;
  for (size_t i = 0; i < runs.size() && i < kMostSeries; ++i)
    series.push_back(CurveOf(runs[i], studies[i]));
  return lab::CurvePlot({"reward over compute",
                         "Evaluations as marks, fitted curves as lines, foretold parts dotted."},
                        {names.compute, true}, {names.reward, false}, series);
}

std::string CurveSvg(const std::vector<NamedRun>& runs, const std::vector<Study>& studies,
                     const PlotNames& names) {
  return lab::StandaloneSvg(CurveFigure(runs, studies, names));
}

std::string StudyPage(const NamedRun& run, const Study& study, const PlotNames& names) {
  Html html = lab::BeginPage(run.name);
  html.Element("h1", run.name);
  Warnings(study.warnings, &html);
  html.Raw(CurveFigure({run}, {study}, names));
  Numbers(study, &html);
  Forecasts(study, names, &html);
  Trust(study, &html);
  html.Element("h2", "As a straight line").Raw(LineFigure({run}, {study}, names));
  lab::EndPage(&html);
  return html.Take();
}

std::string ComparisonPage(const std::vector<NamedRun>& runs, const RunComparison& comparison,
                           const PlotNames& names) {
  Html html = lab::BeginPage("comparison of runs");
  html.Element("h1", "Comparison of runs");
  html.Raw("<pre>").Text(ComparisonText(comparison)).Raw("</pre>\n");
  // Each of the others beside the first.
  for (size_t i = 1; i < runs.size(); ++i) {
    const std::vector<NamedRun> pair = {runs[0], runs[i]};
    html.Element("h2", runs[0].name + " and " + runs[i].name);
    html.Raw(CurveFigure(pair, {comparison.studies[0], comparison.studies[i]}, names));
    const bool shared = comparison.shared_a.has_value();
    html.Raw(LineFigure(pair,
                        shared ? std::vector<Study>{comparison.refits[0], comparison.refits[i]}
                               : std::vector<Study>{comparison.studies[0], comparison.studies[i]},
                        names));
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    html.Element("h2", runs[i].name);
    Numbers(comparison.studies[i], &html);
  }
  lab::EndPage(&html);
  return html.Take();
}

}  // namespace assay::fit
