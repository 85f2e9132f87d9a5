// The page: cards, kinds of findings, test strength, problems, what was audited.

#include <fmt/format.h>

#include "lab/audit/report/summary.h"
#include "lab/shared/html/html_text.h"
#include "lab/shared/html/page.h"
#include "lab/shared/intervals/wilson.h"
#include "lab/shared/plots/bar_plots.h"

namespace assay::audit {
namespace {

using lab::Html;

int64_t CountOf(const AuditSummary& summary, Advice advice) {
  const auto found = summary.by_advice.find(advice);
  return found == summary.by_advice.end() ? 0 : found->second;
}

void Card(std::string_view title, int64_t count, std::string_view about, Html* html) {
  lab::WriteCard(title, std::to_string(count), about, html);
}

void Cards(const AuditSummary& summary, Html* html) {
  html->Raw("<div class=\"cards\">\n");
  Card("keep", CountOf(summary, Advice::kKeep), "nothing speaks against them", html);
  Card("mend", CountOf(summary, Advice::kMend),
       fmt::format("{} of them have a mended row, which was judged again", summary.mended), html);
  Card("drop", CountOf(summary, Advice::kDrop), "their verdicts can't be trusted", html);
  html->Raw("</div>\n");
  if (summary.correct > 0) {
    html->Element("p", fmt::format("{} of {} programs that are said to be right pass.",
                                   summary.correct_passed, summary.correct));
  }
  if (summary.wrong > 0) {
    html->Element("p", fmt::format("{} of {} programs that are said to be wrong pass.",
                                   summary.wrong_passed, summary.wrong));
  }
  if (summary.refused > 0) {
    html->Element("p", "left-out",
                  fmt::format("{} rows are no problems that can be judged, and are left out.",
                              summary.refused));
  }
  if (summary.not_judged > 0) {
    html->Element("p", "left-out",
                  fmt::format("Of {} problems the judge failed to judge some programs. Nothing is "
                              "said about these; run the audit again for them.",
                              summary.not_judged));
  }
}

void Kinds(const AuditSummary& summary, Html* html) {
  html->Raw("<section id=\"findings\">").Element("h2", "Findings");
  if (summary.by_kind.empty()) {
    html->Element("p", "Nothing was found.").Raw("</section>\n");
    return;
  }
  std::vector<lab::ShareRow> rows;
  const auto problems = static_cast<double>(summary.problems());
  for (const auto& [kind, count] : summary.by_kind) {
    const double share = static_cast<double>(count) / problems;
    rows.push_back({std::string(kFindingNames.NameOf(kind)),
                    fmt::format("{} problems", count),
                    {{share, lab::WilsonInterval(share, problems)}}});
  }
  html->Raw(lab::SharePlot({"Share of problems with a finding",
                            "A bar for each kind of finding, with its 95 % interval"},
                           {"problems"}, rows));
  html->Raw(
      "<div class=\"scroll\"><table><thead><tr><th>kind</th><th class=\"number\">problems"
      "</th><th>usual verdict</th><th>what it is</th></tr></thead><tbody>\n");
  for (const auto& [kind, count] : summary.by_kind) {
    html->Raw("<tr><td><code>").Text(kFindingNames.NameOf(kind)).Raw("</code></td>");
    html->Element("td", "number", std::to_string(count));
    html->Element("td", kAdviceNames.NameOf(UsualAdvice(kind)));
    html->Element("td", AboutFinding(kind)).Raw("</tr>\n");
  }
  html->Raw("</tbody></table></div></section>\n");
}

void Strength(const AuditSummary& summary, Html* html) {
  const int64_t judged = summary.killed + summary.survived;
  if (judged == 0) return;
  html->Raw("<section id=\"strength\">").Element("h2", "Test strength");
  const double share = static_cast<double>(summary.killed) / static_cast<double>(judged);
  html->Element("p", fmt::format("Tests reject {} of {} variants of references with one small "
                                 "fault, {}. Some variants are as right as the reference.",
                                 summary.killed, judged, lab::Percent(share)));
  std::vector<std::string> labels;
  for (size_t i = 0; i < AuditSummary::kBins; ++i) {
    labels.push_back(fmt::format("{}–{} %", 10 * i, 10 * (i + 1)));
  }
  html->Raw(lab::CountPlot(
      {"Problems by test strength", "Problems for each tenth of the share of rejected variants"},
      labels, {{"problems", {summary.strengths.begin(), summary.strengths.end()}}}));
  if (!summary.survivors.empty()) {
    html->Element("p", "What passes most often, by what was changed:");
    html->Raw("<div class=\"scroll\"><table><tbody>\n");
    for (const auto& [name, count] : summary.survivors) {
      html->Raw("<tr>").Element("td", name).Element("td", "number", std::to_string(count));
      html->Raw("</tr>\n");
    }
    html->Raw("</tbody></table></div>");
  }
  html->Raw("</section>\n");
}

void Problems(std::string_view id, std::string_view title, int64_t all,
              const std::vector<ProblemLine>& lines, Html* html) {
  if (lines.empty()) return;
  html->Raw("<section id=\"").Raw(id).Raw("\">").Element("h2", title);
  if (all > static_cast<int64_t>(lines.size())) {
    html->Element("p", "dim",
                  fmt::format("The first {} of {}; findings.jsonl has all.", lines.size(), all));
  }
  html->Raw(
      "<div class=\"scroll\"><table><thead><tr><th>problem</th><th>findings</th></tr></thead>"
      "<tbody>\n");
  for (const ProblemLine& line : lines) {
    html->Raw("<tr><td><code>").Text(line.id).Raw("</code><br><span class=\"dim\">");
    html->Text(fmt::format("{}, row {}{}", line.file, line.row, line.mended ? ", mended" : ""));
    html->Raw("</span></td><td>");
    for (const Finding& finding : line.findings) {
      html->Raw("<p><code>").Text(kFindingNames.NameOf(finding.kind)).Raw("</code> ");
      html->Text(finding.message).Raw("</p>");
    }
    html->Raw("</td></tr>\n");
  }
  html->Raw("</tbody></table></div></section>\n");
}

}  // namespace

std::string ReportHtml(const ReportHead& head, const AuditSummary& summary) {
  const std::string title = fmt::format("Audit of {} problems", summary.problems());
  Html html = lab::BeginPage(title);
  html.Element("h1", title);
  Cards(summary, &html);
  Kinds(summary, &html);
  Strength(summary, &html);
  Problems("drop", "To drop", CountOf(summary, Advice::kDrop), summary.to_drop, &html);
  Problems("mend", "To mend", CountOf(summary, Advice::kMend), summary.to_mend, &html);
  html.Raw("<section id=\"run\">").Element("h2", "What was audited");
  html.Raw("<p><code>").Text(head.manifest).Raw("</code></p>");
  html.Element("p", "dim", fmt::format("assay {}; judged by {}", head.build, head.judge));
  html.Raw("</section>\n");
  lab::EndPage(&html);
  return html.Take();
}

}  // namespace assay::audit
