#include <fmt/format.h>

#include "lab/curate/report/report.h"
#include "lab/shared/html/html_text.h"
#include "lab/shared/html/page.h"

namespace assay::curate {
namespace {

using lab::Html;

double Percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void WriteNumber(int64_t number, Html* html) {
  html->Element("td", "number", std::to_string(number));
}

// What is left after each step, as lying bars: a row's width is its share of all.
void WriteFunnel(const RunReport& report, Html* html) {
  constexpr int kRowHeight = 24;
  constexpr int kLeft = 190;
  constexpr int kWidth = 420;
  const int height = kRowHeight * static_cast<int>(report.steps.size() + 1) + 4;
  html->Raw(
      fmt::format("<svg viewBox=\"0 0 720 {}\" role=\"img\" aria-label=\"Rows that are left "
                  "after each step\">\n",
                  height));
  int y = 0;
  const auto bar = [&](const std::string& name, int64_t count) {
    const double share = Percent(count, report.rows) / 100;
    html->Raw(fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"end\">", kLeft - 8,
                          y + 17));
    html->Text(name).Raw("</text>\n");
    html->Raw(fmt::format(
        "<rect class=\"bar s0\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>\n"
        "<text class=\"label value\" x=\"{:.1f}\" y=\"{}\">{}</text>\n",
        kLeft, y + 4, share * kWidth, kRowHeight - 8, kLeft + share * kWidth + 6, y + 17, count));
    y += kRowHeight;
  };
  bar("rows", report.rows);
  for (const StepReport& step : report.steps) bar(step.name, step.out());
  html->Raw("</svg>\n");
}

void WriteStep(const StepReport& step, Html* html) {
  if (step.dropped == 0) return;
  html->Raw("<section>").Element("h2", step.name);
  html->Raw("<table><tr><th>reason</th><th class=\"number\">rows</th></tr>\n");
  for (const auto& [reason, count] : step.reasons) {
    html->Raw("<tr>").Element("td", reason);
    WriteNumber(count, html);
    html->Raw("</tr>\n");
  }
  html->Raw(
      "</table>\n<details><summary>Examples</summary>\n<div class=\"scroll\"><table>"
      "<tr><th>row</th><th>reason</th><th>evidence</th><th>text</th></tr>\n");
  for (const Example& example : step.examples) {
    html->Raw("<tr>");
    html->Element("td", fmt::format("{}:{}{}", example.file, example.row,
                                    example.id.empty() ? "" : " (" + example.id + ")"));
    html->Element("td", example.reason).Element("td", example.evidence);
    html->Element("td", example.text).Raw("</tr>\n");
  }
  html->Raw("</table></div></details></section>\n");
}

}  // namespace

std::string ReportHtml(const RunReport& report) {
  const std::string title = "Curation by " + report.recipe;
  Html html = lab::BeginPage(title);
  html.Element("h1", title).Raw("\n");
  if (!report.about.empty()) html.Element("p", report.about);
  html.Element("p",
               fmt::format("{} of {} rows were kept ({:.1f} %). Seed {}, recipe {}, Assay {}.",
                           report.kept, report.rows, Percent(report.kept, report.rows), report.seed,
                           report.recipe_sha256.substr(0, 12), report.assay_version));
  WriteFunnel(report, &html);
  html.Raw(
      "<table><tr><th>step</th><th class=\"number\">in</th><th class=\"number\">dropped</th>"
      "<th class=\"number\">out</th><th class=\"number\">dropped of in</th></tr>\n");
  for (const StepReport& step : report.steps) {
    html.Raw("<tr>").Element("td", step.name);
    for (const int64_t number : {step.in, step.dropped, step.out()}) WriteNumber(number, &html);
    html.Element("td", "number", fmt::format("{:.1f} %", Percent(step.dropped, step.in)));
    html.Raw("</tr>\n");
  }
  html.Raw(
      "</table>\n<h2>Inputs</h2>\n<table><tr><th>file</th><th class=\"number\">rows</th>"
      "<th>SHA-256</th></tr>\n");
  for (const FileIdentity& file : report.inputs) {
    html.Raw("<tr>").Element("td", file.name);
    WriteNumber(file.rows, &html);
    html.Raw("<td>").Element("code", file.sha256).Raw("</td></tr>\n");
  }
  html.Raw("</table>\n");
  for (const StepReport& step : report.steps) WriteStep(step, &html);
  lab::EndPage(&html);
  return html.Take();
}

}  // namespace assay::curate
