// A map: small pieces of text; the tables of a report (figures, flags, strata, flips); then that of
// a comparison.
#include "apps/eval/report/report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/cli/help_format.h"
#include "apps/cli/terminal.h"
#include "lab/eval/report/report_json.h"
#include "text/excerpt.h"
#include "text/utf8.h"

namespace assay {
namespace {

using eval::Estimate;
using eval::NameOf;
using eval::ProfileReport;

constexpr size_t kWidth = 80;
constexpr size_t kLongestName = 30;
constexpr size_t kLongestValue = 60;
constexpr size_t kLongestTitle = 78;
constexpr size_t kLongestParagraph = 4000;
constexpr size_t kMostStrata = 30;
constexpr size_t kMostFlips = 10;
constexpr size_t kMostChanges = 20;

std::string Percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

// An id or a name from the data, fit for a cell.
std::string Short(const std::string& text, size_t most = kLongestName) {
  std::string clean = Excerpt(text, 4 * most);
  if (CountUtf8Characters(clean) <= most) return clean;
  size_t bytes = 0;
  for (size_t characters = 0; bytes < clean.size(); ++bytes) {
    if (!IsUtf8Continuation(clean[bytes]) && ++characters == most) break;
  }
  return clean.substr(0, bytes) + "…";
}

std::string Paragraph(const std::string& text) {
  return Wrapped(text, kWidth, 0) + "\n";
}

std::string PlusMinus(const std::optional<double>& se) {
  return se ? fmt::format("± {:.1f}", 100 * *se) : "–";
}

std::string IntervalOf(const Estimate& estimate) {
  if (!estimate.problems_interval) return "–";
  return fmt::format("{:.1f}–{:.1f}", 100 * estimate.problems_interval->low,
                     100 * estimate.problems_interval->high);
}

// k of 1, 10 and the like: few enough for a screen, with the last one always.
bool IsShown(int64_t k, int64_t last) {
  return k == 1 || k == last || k == 5 || k == 10 || k == 100;
}

std::string FiguresTable(const eval::RunReport& report, bool colours) {
  using Align = TextTable::Align;
  TextTable table({{"profile"},
                   {"figure"},
                   {"value", Align::kRight},
                   {"sampling", Align::kRight},
                   {"over problems", Align::kRight},
                   {"95 %", Align::kRight}});
  for (const ProfileReport& profile : report.profiles) {
    const std::string name(NameOf(profile.profile));
    const auto row = [&](std::string figure, const Estimate& estimate, Colour colour) {
      table.AddRow({{name},
                    {std::move(figure)},
                    {Percent(estimate.value), colour},
                    {PlusMinus(estimate.sampling_se)},
                    {PlusMinus(estimate.problems_se)},
                    {IntervalOf(estimate)}});
    };
    const auto rows = [&](const char* figure, const std::vector<eval::EstimateAtK>& values) {
      for (const eval::EstimateAtK& value : values) {
        if (!IsShown(value.k, values.back().k)) continue;
        // pass^1 and maj@1 are pass@1.
        if (value.k == 1 && figure != std::string_view("pass@")) continue;
        std::string text = fmt::format("{}{}", figure, value.k);
        const bool headline = value.k == 1;
        if (headline && profile.score.avg_at_n.value_or(1) > 1) {
          text += fmt::format(" (avg@{})", *profile.score.avg_at_n);
        }
        row(std::move(text), value.estimate,
            !headline ? Colour::kNone : (profile.refusal.empty() ? Colour::kBold : Colour::kRed));
      }
    };
    rows("pass@", profile.score.pass_at_k);
    rows("pass^", profile.score.pass_hat_k);
    rows("maj@", profile.score.maj_at_k);
    if (profile.score.partial) row("tests passed", *profile.score.partial, Colour::kNone);
    if (profile.score.untruncated && profile.score.counts.truncated > 0) {
      row("untruncated", *profile.score.untruncated, Colour::kDim);
    }
  }
  return table.Render(colours);
}

std::string FlagsTable(const eval::RunReport& report, bool colours) {
  using Align = TextTable::Align;
  TextTable table({{"profile"},
                   {"judged", Align::kRight},
                   {"truncated", Align::kRight},
                   {"empty", Align::kRight},
                   {"unextracted", Align::kRight},
                   {"errored", Align::kRight},
                   {"masked", Align::kRight}});
  for (const ProfileReport& profile : report.profiles) {
    const eval::Counts& counts = profile.score.counts;
    const auto share = [&](int64_t count) {
      return TextTable::Cell{Percent(counts.Share(count)),
                             count > 0 ? Colour::kYellow : Colour::kDim};
    };
    table.AddRow({{std::string(NameOf(profile.profile))},
                  {fmt::format("{}/{}", counts.judged(), counts.asked)},
                  share(counts.truncated),
                  share(counts.empty),
                  share(counts.unextracted),
                  share(counts.errored),
                  share(counts.masked)});
  }
  return table.Render(colours);
}

std::string StrataTables(const eval::RunReport& report, bool colours) {
  using Align = TextTable::Align;
  std::string text;
  for (const ProfileReport& profile : report.profiles) {
    for (const eval::Strata& strata : profile.strata) {
      if (strata.strata.size() < 2) continue;
      TextTable table(
          {{fmt::format("{}, by {}", NameOf(profile.profile), eval::NameOf(strata.dimension))},
           {"items", Align::kRight},
           {"pass@1", Align::kRight},
           {"sampling", Align::kRight},
           {"95 %", Align::kRight}});
      const size_t shown = std::min(kMostStrata, strata.strata.size());
      for (size_t i = 0; i < shown; ++i) {
        const eval::Stratum& stratum = strata.strata[i];
        const std::string name = stratum.value.empty() ? "not given" : Short(stratum.value);
        const std::string items = std::to_string(stratum.score.items);
        if (stratum.score.pass_at_k.empty()) {
          table.AddRow({{name}, {items}, {"–"}});
          continue;
        }
        const Estimate& estimate = stratum.score.pass_at_k.front().estimate;
        table.AddRow({{name},
                      {items},
                      {Percent(estimate.value)},
                      {PlusMinus(estimate.sampling_se)},
                      {IntervalOf(estimate)}});
      }
      text += "\n" + table.Render(colours);
      if (shown < strata.strata.size()) {
        text += fmt::format("and {} more in report.html\n", strata.strata.size() - shown);
      }
      if (strata.mean_of_strata) {
        text += fmt::format("each {} weighing the same: {}, each item: {}\n",
                            eval::NameOf(strata.dimension), Percent(strata.mean_of_strata->value),
                            Percent(profile.score.pass_at_k.front().estimate.value));
      }
    }
  }
  return text;
}

std::string FlipsText(const eval::RunReport& report) {
  if (report.profiles.size() < 2) return "";
  if (report.flips.empty()) return "\nThe two profiles agree on every sample that both judged.\n";
  std::string text = fmt::format("\n{} items flip between the profiles:", report.flips.size());
  for (size_t i = 0; i < std::min(kMostFlips, report.flips.size()); ++i) {
    const eval::ProfileFlips& flips = report.flips[i];
    text += fmt::format("{} {}", i == 0 ? "" : ",", Short(report.records.items[flips.item].id));
    text += fmt::format(" (+{} official, +{} assay)", flips.only_official.size(),
                        flips.only_assay.size());
  }
  if (report.flips.size() > kMostFlips) text += ", …";
  return Wrapped(text, kWidth, 2) + "\n";
}

}  // namespace

std::string ReportTable(const eval::RunReport& report, bool colours) {
  const rollout::Manifest& run = report.records.manifest;
  const std::string& title = run.title.empty() ? run.benchmark : run.title;
  std::string about = fmt::format("{} · {}: {} protocol", Short(title, kLongestTitle),
                                  Short(run.model, kLongestValue), run.protocol);
  if (!run.window.empty()) about += ", " + Short(run.window, kLongestTitle);
  about += fmt::format(", {} items, {} samples each", report.records.items.size(), run.samples);
  if (run.shard.count > 1) about += fmt::format(", shard {}/{}", run.shard.index, run.shard.count);
  std::string text = Paragraph(about);
  if (run.left_out.items > 0) {
    text += Paragraph(Excerpt(rollout::Describe(run.left_out), kLongestParagraph));
  }
  text += "\n" + FiguresTable(report, colours) + "\n" + FlagsTable(report, colours);
  for (const ProfileReport& profile : report.profiles) {
    const eval::Score& score = profile.score;
    if (score.judged_items < score.items) {
      text += Paragraph(fmt::format("{}: {} of {} items have no judged sample and are in no score",
                                    NameOf(profile.profile), score.items - score.judged_items,
                                    score.items));
    }
    if (!profile.refusal.empty()) {
      text +=
          Paint(fmt::format("{}: NO HEADLINE: ", NameOf(profile.profile)), Colour::kRed, colours) +
          profile.refusal + "\n";
    }
  }
  return text + StrataTables(report, colours) + FlipsText(report);
}

namespace {

std::string PairedText(const eval::ProfileComparison& profile, bool colours) {
  std::string text = "\n" +
                     Paint(std::string("profile ") + std::string(NameOf(profile.profile)),
                           Colour::kBold, colours) +
                     "\n";
  if (!profile.difference) return text + "no problem was judged in both runs\n";
  const eval::PairedDifference& paired = *profile.difference;
  text += fmt::format("pass@1 on {} problems that both judged: A {}, B {}\n", paired.problems,
                      Percent(paired.score_a), Percent(paired.score_b));
  text += fmt::format("B - A: {:+.1f} points", 100 * paired.difference);
  if (paired.problems_interval) {
    text += fmt::format(", 95 % over problems {:+.1f} to {:+.1f}",
                        100 * paired.problems_interval->low, 100 * paired.problems_interval->high);
  }
  if (paired.sampling_se) {
    text += fmt::format("\nsampling alone (same problems, other draws): ± {:.1f}",
                        100 * *paired.sampling_se);
  }
  text += fmt::format("\nB better on {}, A better on {}, equal on {}{}: McNemar exact p = {:.3g}\n",
                      paired.b_better, paired.a_better, paired.equal,
                      paired.clusters < paired.problems ? " clusters" : "", paired.p_value);
  if (profile.errored_a > 0 || profile.errored_b > 0) {
    text += fmt::format("errored samples: A {}, B {}\n", Percent(profile.errored_a),
                        Percent(profile.errored_b));
  }
  return text;
}

std::string ChangesTable(const eval::ProfileComparison& profile, bool colours) {
  if (profile.changes.empty()) return "no problem has another solve rate\n";
  using Align = TextTable::Align;
  TextTable table({{"problem"}, {"A", Align::kRight}, {"B", Align::kRight}, {"flipped"}});
  const size_t shown = std::min(kMostChanges, profile.changes.size());
  for (size_t i = 0; i < shown; ++i) {
    const eval::PairedItem& item = profile.changes[i].item;
    const bool better = item.passed_b * item.judged_a > item.passed_a * item.judged_b;
    table.AddRow({{Short(item.id, 44)},
                  {fmt::format("{}/{}", item.passed_a, item.judged_a)},
                  {fmt::format("{}/{}", item.passed_b, item.judged_b)},
                  {!profile.changes[i].flipped ? ""
                   : better                    ? "to B"
                                               : "to A",
                   better ? Colour::kGreen : Colour::kRed}});
  }
  std::string text = table.Render(colours);
  if (shown < profile.changes.size()) {
    text += fmt::format("and {} more with --json\n", profile.changes.size() - shown);
  }
  return text;
}

}  // namespace

std::string ComparisonTable(const eval::RunComparison& comparison, const std::string& name_a,
                            const std::string& name_b, bool colours) {
  std::string text = "A  " + name_a + "\nB  " + name_b + "\n";
  for (const eval::RunDifference& difference : comparison.differences) {
    text +=
        Wrapped(fmt::format("{}{}: A {}, B {}", difference.forbids ? "! " : "- ", difference.field,
                            Short(difference.a, kLongestValue), Short(difference.b, kLongestValue)),
                kWidth, 4) +
        "\n";
  }
  if (comparison.only_a + comparison.only_b > 0) {
    text +=
        fmt::format("- items only in A: {}, only in B: {}\n", comparison.only_a, comparison.only_b);
  }
  for (const eval::ProfileComparison& profile : comparison.profiles) {
    text += PairedText(profile, colours) + ChangesTable(profile, colours);
  }
  return text;
}

}  // namespace assay
