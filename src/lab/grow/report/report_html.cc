#include <fmt/format.h>

#include "lab/grow/report/summary.h"
#include "lab/shared/html/page.h"
#include "lab/shared/intervals/wilson.h"

namespace assay::grow {
namespace {

using lab::Html;

void Cell(const std::string& text, Html* html) {
  html->Element("td", "number", text);
}

std::string Share(int64_t part, int64_t all) {
  if (all == 0) return "-";
  const double share = static_cast<double>(part) / static_cast<double>(all);
  const auto interval = lab::WilsonInterval(share, static_cast<double>(all));
  return fmt::format("{} ({:.1f} %; {:.1f} to {:.1f})", part, 100 * share, 100 * interval.low,
                     100 * interval.high);
}

void StrengthRow(const char* what, const Strength& strength, Html* html) {
  html->Raw("<tr>").Element("td", what);
  Cell(std::to_string(strength.all), html);
  Cell(Share(strength.before, strength.all), html);
  Cell(Share(strength.after, strength.all), html);
  html->Raw("</tr>");
}

void StrengthTable(const GrowthSummary& summary, Html* html) {
  html->Raw("<section>").Element("h2", "What the tests reject");
  html->Raw("<table><tr>");
  for (const char* each : {"faulty programs", "all", "before", "after"}) html->Element("th", each);
  html->Raw("</tr>");
  StrengthRow("variants that tests were chosen by", summary.chosen_by, html);
  StrengthRow("variants held out", summary.held_out, html);
  StrengthRow("wrong programs of the rows", summary.wrong, html);
  html->Raw("</table></section>");
}

void CountTable(const char* title, const std::map<std::string, int64_t>& counts, Html* html) {
  if (counts.empty()) return;
  html->Raw("<section>").Element("h2", title).Raw("<table>");
  for (const auto& [name, count] : counts) {
    html->Raw("<tr>").Element("td", name);
    Cell(std::to_string(count), html);
    html->Raw("</tr>");
  }
  html->Raw("</table></section>");
}

void Differences(const GrowthSummary& summary, Html* html) {
  if (summary.differences == 0) return;
  html->Raw("<section>").Element("h2", "Accepted programs that differ");
  html->Raw("<div class=\"scroll\"><table><tr>");
  for (const char* each : {"problem", "programs", "input", "answers"}) html->Element("th", each);
  html->Raw("</tr>");
  for (const GrowthLine& line : summary.lines) {
    for (const Difference& each : line.differences) {
      html->Raw("<tr>").Element("td", line.id).Element("td", each.first + ", " + each.second);
      html->Raw("<td>").Element("code", each.input).Raw("</td><td>");
      html->Element("code", each.first_answer).Raw("<br>").Element("code", each.second_answer);
      html->Raw("</td></tr>");
    }
  }
  html->Raw("</table></div></section>");
}

}  // namespace

std::string ReportHtml(const ReportHead& head, const GrowthSummary& summary) {
  Html html =
      lab::BeginPage(fmt::format("{} new tests for {} problems", summary.tests, summary.grown));
  html.Raw("<p class=\"dim\">")
      .Text("assay " + head.build + ", judged by " + head.judge)
      .Raw("</p>");
  html.Element("p",
               fmt::format("{} rows: {} problems with new tests, {} without a way to grow, {} "
                           "that are no problems. {} inputs were tried; references agree on {}.",
                           summary.rows, summary.grown, summary.skipped, summary.refused,
                           summary.fates.tried, summary.fates.agreed));
  StrengthTable(summary, &html);
  CountTable("Where the new tests are from", summary.by_origin, &html);
  CountTable("Why problems have none", summary.by_skip, &html);
  Differences(summary, &html);
  lab::EndPage(&html);
  return html.Take();
}

}  // namespace assay::grow
