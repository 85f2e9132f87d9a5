// A map: small pieces of tables; then the sections in the order of the page: cards, figures,
// curves, solve rates, strata, flags, flips, reasons, items, what was run, and run info.
#include "lab/eval/report/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "lab/eval/report/report_json.h"
#include "lab/eval/report/svg_plots.h"
#include "lab/shared/html/html_text.h"
#include "lab/shared/html/page.h"

namespace assay::eval {
namespace {

using lab::Html;

constexpr size_t kMostReasons = 20;

std::string ErrorsOf(const Estimate& estimate) {
  std::string text;
  if (estimate.sampling_se) {
    text += fmt::format("± {:.1f} points sampling", 100 * *estimate.sampling_se);
  }
  if (estimate.problems_se) {
    text += fmt::format("{}± {:.1f} points over problems", text.empty() ? "" : ", ",
                        100 * *estimate.problems_se);
  }
  return text.empty() ? "no error can be estimated" : text;
}

std::string IntervalOf(const Estimate& estimate) {
  if (!estimate.problems_interval) return "";
  return fmt::format("{:.1f} to {:.1f} %", 100 * estimate.problems_interval->low,
                     100 * estimate.problems_interval->high);
}

std::vector<std::string> ProfileNames(const RunReport& report) {
  std::vector<std::string> names;
  for (const ProfileReport& profile : report.profiles) names.emplace_back(NameOf(profile.profile));
  return names;
}

void Card(const ProfileReport& profile, size_t series, Html* html) {
  const Score& score = profile.score;
  html->Raw(
      fmt::format("<div class=\"card s{}{}\">", series, profile.refusal.empty() ? "" : " refused"));
  html->Element("div", "Profile " + std::string(NameOf(profile.profile)));
  if (!profile.refusal.empty()) {
    html->Element("div", "big", "No headline");
    html->Element("p", profile.refusal + ". Start the run again: only what failed is repeated.");
  } else {
    const Estimate& estimate = score.pass_at_k.front().estimate;
    html->Element("div", "big", Percent(estimate.value));
    html->Element("p", (score.avg_at_n ? fmt::format("pass@1 (avg@{})", *score.avg_at_n)
                                       : std::string("pass@1")) +
                           ", " + ErrorsOf(estimate));
    if (estimate.problems_interval) {
      html->Element("p", "95 % over problems: " + IntervalOf(estimate));
    }
  }
  html->Element("p", "dim",
                fmt::format("{} of {} items, {} of {} samples judged", score.judged_items,
                            score.items, score.counts.judged(), score.counts.asked));
  html->Raw("</div>\n");
}

void Header(const RunReport& report, Html* html) {
  const rollout::Manifest& run = report.records.manifest;
  html->Element("h1", (run.title.empty() ? run.benchmark : run.title) + " · " + run.model);
  std::string about = run.protocol + " protocol";
  if (!run.window.empty()) about += ", " + run.window;
  about += fmt::format(", {} items, {} samples each", report.records.items.size(), run.samples);
  if (run.shard.count > 1) about += fmt::format(", shard {}/{}", run.shard.index, run.shard.count);
  html->Element("p", "dim", about);
  if (run.left_out.items > 0) html->Element("p", "left-out", rollout::Describe(run.left_out) + ".");
  html->Raw("<div class=\"cards\">\n");
  for (size_t i = 0; i < report.profiles.size(); ++i) Card(report.profiles[i], i, html);
  html->Raw("</div>\n");
  html->Element("p", "dim", kDenominatorPolicy);
}

void EstimateRow(const std::string& name, const std::string& profile, const Estimate& estimate,
                 Html* html) {
  html->Raw("<tr>").Element("td", name).Element("td", profile);
  html->Element("td", "number", Percent(estimate.value));
  html->Element("td", "number",
                estimate.sampling_se ? fmt::format("{:.2f}", 100 * *estimate.sampling_se) : "–");
  html->Element("td", "number",
                estimate.problems_se ? fmt::format("{:.2f}", 100 * *estimate.problems_se) : "–");
  html->Element("td", "number", IntervalOf(estimate)).Raw("</tr>\n");
}

void Figures(const RunReport& report, Html* html) {
  html->Raw("<section>").Element("h2", "Figures");
  html->Raw(
      "<p class=\"dim\">Sampling: the same problems, other draws. Over problems: other problems of "
      "the kind. Standard errors in points; the interval is for 95 % over problems. A dash: there "
      "are too few samples or problems to say.</p>\n<div class=\"scroll\"><table><thead><tr>"
      "<th>figure</th><th>profile</th><th class=\"number\">value</th><th class=\"number\">sampling"
      "</th><th class=\"number\">over problems</th><th class=\"number\">interval</th></tr></thead>"
      "<tbody>\n");
  for (const ProfileReport& profile : report.profiles) {
    const std::string name(NameOf(profile.profile));
    const auto rows = [&](std::string_view figure, const std::vector<EstimateAtK>& values) {
      for (const EstimateAtK& value : values) {
        // pass^1 and maj@1 are pass@1.
        if (value.k == 1 && figure != "pass@") continue;
        EstimateRow(fmt::format("{}{}", figure, value.k), name, value.estimate, html);
      }
    };
    rows("pass@", profile.score.pass_at_k);
    rows("pass^", profile.score.pass_hat_k);
    rows("maj@", profile.score.maj_at_k);
    if (profile.score.partial) {
      EstimateRow("tests passed", name, *profile.score.partial, html);
    }
    if (profile.score.untruncated && profile.score.counts.truncated > 0) {
      EstimateRow("pass@1 of untruncated answers", name, *profile.score.untruncated, html);
    }
  }
  html->Raw("</tbody></table></div></section>\n");
}

void Curves(const RunReport& report, Html* html) {
  std::vector<Curve> curves;
  std::string values;
  for (const ProfileReport& profile : report.profiles) {
    if (profile.score.pass_at_k.size() < 2) continue;
    curves.push_back({std::string(NameOf(profile.profile)), profile.score.pass_at_k});
    const EstimateAtK& last = profile.score.pass_at_k.back();
    values += fmt::format(" {}: {} at k = 1, {} at k = {}.", NameOf(profile.profile),
                          Percent(profile.score.pass_at_k.front().estimate.value),
                          Percent(last.estimate.value), last.k);
  }
  if (curves.empty()) return;
  html->Raw("<section>").Element("h2", "pass@k");
  html->Raw(CurvePlot({"pass@k", "Share of problems with a right one among k samples." + values},
                      curves));
  html->Element("p", "dim",
                "Band: 95 % over problems. Thick whiskers: 95 % of sampling, where there are at "
                "least 2k samples of each item.");
  html->Raw("</section>\n");
}

void SolveRates(const RunReport& report, Html* html) {
  const std::vector<std::string> labels = {"0 %",   "to 10", "to 20", "to 30", "to 40", "to 50",
                                           "to 60", "to 70", "to 80", "to 90", "< 100", "100 %"};
  std::vector<BarSeries> series;
  std::string values;
  for (const ProfileReport& profile : report.profiles) {
    const std::vector<int64_t>& counts = profile.score.solve_rates;
    series.push_back({std::string(NameOf(profile.profile)), counts});
    values += fmt::format(" {}: {} never solved, {} always.", NameOf(profile.profile),
                          counts.front(), counts.back());
  }
  html->Raw("<section>").Element("h2", "Problems by their solve rate");
  html->Raw(
      CountPlot({"Problems by their solve rate",
                 "Number of judged items by the share of their samples that passed." + values},
                labels, series));
  html->Raw("</section>\n");
}

const Score* FindStratum(const ProfileReport& profile, Dimension dimension,
                         const std::string& value) {
  for (const Strata& strata : profile.strata) {
    if (strata.dimension != dimension) continue;
    for (const Stratum& stratum : strata.strata) {
      if (stratum.value == value) return &stratum.score;
    }
  }
  return nullptr;
}

void StrataSections(const RunReport& report, Html* html) {
  if (report.profiles.empty()) return;
  // All profiles have the same items, and so the same strata.
  for (const Strata& strata : report.profiles.front().strata) {
    if (strata.strata.size() < 2) continue;
    std::vector<ShareRow> rows;
    for (const Stratum& stratum : strata.strata) {
      ShareRow row{stratum.value.empty() ? "not given" : stratum.value,
                   fmt::format("{} items", stratum.score.items),
                   {}};
      for (const ProfileReport& profile : report.profiles) {
        const Score* score = FindStratum(profile, strata.dimension, stratum.value);
        ShareBar bar;
        if (score != nullptr && !score->pass_at_k.empty()) {
          bar = {score->pass_at_k.front().estimate.value,
                 score->pass_at_k.front().estimate.problems_interval};
        }
        row.bars.push_back(bar);
      }
      rows.push_back(std::move(row));
    }
    const std::string name(NameOf(strata.dimension));
    html->Raw("<section>").Element("h2", "pass@1 by " + name);
    html->Raw(SharePlot({"pass@1 by " + name, "A row for each, with its value beside the bar."},
                        ProfileNames(report), rows));
    for (const ProfileReport& profile : report.profiles) {
      for (const Strata& own : profile.strata) {
        if (own.dimension != strata.dimension || !own.mean_of_strata) continue;
        html->Element("p", fmt::format("{}: {} with every {} weighing the same ({}); {} with every "
                                       "item weighing the same.",
                                       NameOf(profile.profile), Percent(own.mean_of_strata->value),
                                       name, ErrorsOf(*own.mean_of_strata),
                                       Percent(profile.score.pass_at_k.front().estimate.value)));
      }
    }
    html->Element("p", "dim", "Lines: 95 % over problems.");
    html->Raw("</section>\n");
  }
}

void Flags(const RunReport& report, Html* html) {
  struct Flag {
    const char* name;
    int64_t Counts::*count;
  };
  constexpr Flag kFlags[] = {{"truncated", &Counts::truncated},
                             {"empty", &Counts::empty},
                             {"unextracted", &Counts::unextracted},
                             {"errored", &Counts::errored},
                             {"masked", &Counts::masked}};
  std::vector<ShareRow> rows;
  for (const Flag& flag : kFlags) {
    ShareRow row{flag.name, "", {}};
    for (const ProfileReport& profile : report.profiles) {
      const Counts& counts = profile.score.counts;
      const int64_t count = counts.*flag.count;
      row.bars.push_back({counts.Share(count), std::nullopt});
      row.note += fmt::format("{}{}", row.note.empty() ? "" : " / ", count);
    }
    rows.push_back(std::move(row));
  }
  html->Raw("<section>").Element("h2", "Samples that say less");
  html->Raw(SharePlot({"Truncated, empty, unextracted, errored and masked samples",
                       "Shares of all samples asked for; the counts are below the names."},
                      ProfileNames(report), rows));
  html->Raw("</section>\n");
}

std::string Numbers(const std::vector<int64_t>& samples) {
  std::string text;
  for (const int64_t sample : samples)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", sample);
  return text;
}

void Flips(const RunReport& report, Html* html) {
  if (report.profiles.size() < 2) return;
  html->Raw("<section>").Element("h2", "Where the two profiles disagree");
  if (report.flips.empty()) {
    html->Element("p", "Nowhere: every sample that both judged has the same verdict in both.");
    html->Raw("</section>\n");
    return;
  }
  html->Element("p", fmt::format("{} items have samples that only one profile accepts. The numbers "
                                 "are those of the samples.",
                                 report.flips.size()));
  html->Raw(
      "<div class=\"scroll\"><table><thead><tr><th>item</th><th>only official</th><th>only "
      "assay</th><th class=\"number\">judged by both</th></tr></thead><tbody>\n");
  for (const ProfileFlips& flips : report.flips) {
    html->Raw("<tr>").Element("td", report.records.items[flips.item].id);
    html->Element("td", Numbers(flips.only_official)).Element("td", Numbers(flips.only_assay));
    html->Element("td", "number", std::to_string(flips.judged)).Raw("</tr>\n");
  }
  html->Raw("</tbody></table></div></section>\n");
}

void Reasons(const RunReport& report, Html* html) {
  html->Raw("<section>").Element("h2", "Why samples did not pass");
  html->Raw(
      "<div class=\"scroll\"><table><thead><tr><th>profile</th><th>state</th><th>reason</th>"
      "<th class=\"number\">samples</th></tr></thead><tbody>\n");
  for (const ProfileReport& profile : report.profiles) {
    for (size_t i = 0; i < std::min(kMostReasons, profile.reasons.size()); ++i) {
      const ReasonCount& reason = profile.reasons[i];
      html->Raw("<tr>").Element("td", NameOf(profile.profile));
      html->Element("td", NameOf(reason.state)).Raw("<td><code>").Text(reason.reason);
      html->Raw("</code></td>").Element("td", "number", std::to_string(reason.samples));
      html->Raw("</tr>\n");
    }
  }
  html->Raw("</tbody></table></div></section>\n");
}

void Items(const RunReport& report, Html* html) {
  html->Raw("<section>").Element("h2", "Items");
  html->Raw(
      "<details class=\"long\"><summary>All items with their samples: P passed, F failed, M "
      "masked, E errored</summary><div class=\"scroll\"><table><thead><tr><th>item</th>");
  for (const ProfileReport& profile : report.profiles) html->Element("th", NameOf(profile.profile));
  html->Raw("</tr></thead><tbody>\n");
  const std::vector<std::vector<std::string>> states = SampleLetters(report.records);
  for (size_t item = 0; item < report.records.items.size(); ++item) {
    html->Raw("<tr>").Element("td", report.records.items[item].id);
    for (const std::vector<std::string>& profile : states) {
      html->Element("td", "states", profile[item]);
    }
    html->Raw("</tr>\n");
  }
  html->Raw("</tbody></table></div></details></section>\n");
}

void WhatWasRun(const RunReport& report, Html* html) {
  const rollout::Manifest& run = report.records.manifest;
  html->Raw("<section>").Element("h2", "What was run");
  html->Raw("<div class=\"scroll\"><table><tbody>\n");
  const auto row = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    html->Raw("<tr>").Element("th", name).Raw("<td><code>").Text(value).Raw("</code></td></tr>\n");
  };
  row("benchmark", run.benchmark);
  row("window", run.window);
  for (const rollout::ManifestFile& file : run.data) {
    row("data", fmt::format("{}, {} rows, SHA-256 {}", file.name, file.rows, file.sha256));
  }
  row("ids", fmt::format("{} of them, SHA-256 {}", run.items, run.ids_sha));
  row("prompts", "SHA-256 " + run.prompts_sha);
  row("model asked", run.model);
  for (const auto& [model, answers] : report.records.models) {
    row("model that answered", fmt::format("{} ({} answers)", model, answers));
  }
  const TokenTotals& tokens = report.records.tokens;
  if (tokens.answers > 0) {
    row("tokens", fmt::format("{} in, {} out, of {} answers", tokens.prompt, tokens.completion,
                              tokens.answers));
  }
  row("endpoint", run.endpoint);
  row("sampling", run.sampling);
  row("limits", run.limits);
  row("rules", run.rules);
  for (const auto& [language, version] : run.toolchains) row(language, version);
  row("assay", run.assay_version);
  html->Raw("</tbody></table></div></section>\n");
}

}  // namespace

std::string ReportHtml(const RunReport& report) {
  const rollout::Manifest& run = report.records.manifest;
  Html html = lab::BeginPage((run.title.empty() ? run.benchmark : run.title) + " · " + run.model);
  Header(report, &html);
  Figures(report, &html);
  Curves(report, &html);
  SolveRates(report, &html);
  StrataSections(report, &html);
  Flags(report, &html);
  Flips(report, &html);
  Reasons(report, &html);
  Items(report, &html);
  WhatWasRun(report, &html);
  html.Raw("<section id=\"run-info\">").Element("h2", "Of this run only");
  html.Element("p", "dim", "What may differ between two runs with equal results.");
  html.Raw("<p><code>").Text(report.records.run_info).Raw("</code></p></section>\n");
  lab::EndPage(&html);
  return html.Take();
}

}  // namespace assay::eval
