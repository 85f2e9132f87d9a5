#include "lab/fit/report/fit_text.h"

#include <fmt/format.h>

#include <cmath>

namespace assay::fit {
namespace {

constexpr int kShareDigits = 4;

std::string NumberRange(const Range& range) {
  return fmt::format("[{}{}, {}{}]", range.open_low ? "…" : "", ShortNumber(range.low),
                     ShortNumber(range.high), range.open_high ? "…" : "");
}

std::string EstimateLine(const char* name, const Estimate& estimate, const char* about) {
  std::string line = fmt::format("  {:<6}{:<10}", name, ShortNumber(estimate.value));
  line += estimate.held ? fmt::format("{:<24}", "given")
                        : fmt::format("{:<24}", NumberRange(estimate.profile));
  if (estimate.drawn) line += fmt::format("{:<24}", NumberRange(*estimate.drawn));
  return line + about + "\n";
}

std::string Warnings(const std::vector<std::string>& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += "warning: " + warning + "\n";
  return text;
}

}  // namespace

std::string ShortNumber(double value) {
  const double size = std::fabs(value);
  if (size != 0 && (size < 1e-3 || size >= 1e6)) return fmt::format("{:.4g}", value);
  if (size >= 100) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

std::string RangeText(const Range& range, int digits) {
  return fmt::format("[{}{:.{}f}, {:.{}f}{}]", range.open_low ? "…" : "", range.low, digits,
                     range.high, digits, range.open_high ? "…" : "");
}

std::string ReachText(const Study& study) {
  constexpr double kFar = 100;
  return (study.reach < kFar ? fmt::format("{:.2f}", study.reach) : ShortNumber(study.reach)) +
         " times C_mid";
}

std::string AsymptoteText(const Study& study) {
  if (study.a.held) return fmt::format("{:.4f} (given)", study.a.value);
  if (study.identified == Identified::kNo) {
    return fmt::format("not identified (from {:.3f} on)", study.a.profile.low);
  }
  return fmt::format("{:.4f} {}", study.a.value, RangeText(study.a.profile, kShareDigits));
}

std::string StudyText(const Study& study) {
  std::string text =
      fmt::format("{} evaluations from {} to {}, {}; residuals {:.4f}, R² {:.4f}\n", study.points,
                  ShortNumber(study.least_compute), ShortNumber(study.most_compute),
                  ReachText(study), study.residual_sd, study.r_squared);
  text += fmt::format("  {:<6}{:<10}{:<24}{}", "", "", "95 % by profile",
                      study.b.drawn ? "95 % by resampling\n" : "\n");
  if (study.identified == Identified::kNo && !study.a.held) {
    text += fmt::format("  {:<6}{}\n", "A", AsymptoteText(study));
  } else {
    text += EstimateLine("A", study.a, "what it tends to");
  }
  text += EstimateLine("B", study.b, "how steep");
  text += EstimateLine("C_mid", study.c_mid, "half of the gain");
  text += EstimateLine("R0", study.r0, "before training");
  if (study.on_grid) {
    const Law& law = study.on_grid->law;
    text += fmt::format("  on the grid: A {:.3f}, B {:.3f}, C_mid {}\n", law.a, law.b,
                        ShortNumber(law.c_mid));
  }
  for (const Forecast& forecast : study.forecasts) {
    text += fmt::format("at {}: {:.4f}", ShortNumber(forecast.compute), forecast.reward);
    if (forecast.curve) text += " " + RangeText(*forecast.curve, kShareDigits);
    if (forecast.evaluation)
      text += ", one evaluation " + RangeText(*forecast.evaluation, kShareDigits);
    text += "\n";
  }
  if (study.hold_out) {
    text += fmt::format(
        "from the first half ({} evaluations, until {}): the end {:+.4f}, on average {:+.4f}, "
        "at worst {:+.4f} off\n",
        study.hold_out->fitted, ShortNumber(study.hold_out->until), study.hold_out->end_error,
        study.hold_out->mean_error, study.hold_out->worst_error);
  }
  if (study.identified != Identified::kNo && study.windows.size() > 1) {
    text += "A by where the window begins:";
    for (const WindowFit& window : study.windows) {
      text += fmt::format(" {}: {:.3f}", ShortNumber(window.from), window.law.a);
    }
    text += "\n";
  }
  if (study.identified != Identified::kNo) {
    text += fmt::format("a power law would have A {:.3f}\n", study.power_law.a);
  }
  return text + Warnings(study.warnings);
}

std::string StudyLine(const Study& study) {
  std::string line = fmt::format(
      "{}: {} evaluations, A {}, B {:.3f}, C_mid {}", ShortNumber(study.most_compute), study.points,
      AsymptoteText(study), study.b.value, ShortNumber(study.c_mid.value));
  for (const Forecast& forecast : study.forecasts) {
    line += fmt::format(", {:.4f} at {}", forecast.reward, ShortNumber(forecast.compute));
  }
  return line;
}

std::string ComparisonText(const RunComparison& comparison) {
  std::string text;
  for (size_t i = 0; i < comparison.names.size(); ++i) {
    const Study& study = comparison.studies[i];
    text += fmt::format("{}: A {}, B {:.3f} {}, C_mid {} {}\n", comparison.names[i],
                        AsymptoteText(study), study.b.value, RangeText(study.b.profile, 3),
                        ShortNumber(study.c_mid.value), NumberRange(study.c_mid.profile));
  }
  for (const RunPair& pair : comparison.pairs) {
    const std::string& first = comparison.names[pair.first];
    const std::string& second = comparison.names[pair.second];
    text += fmt::format("{} and {}: ", first, second);
    if (!pair.comparable) {
      text += "an asymptote is not identified, so nothing is said of which is better in the end";
    } else if (pair.same_asymptote) {
      text += fmt::format("the same asymptote within {} ({:+.4f})", kAsymptoteMargin,
                          pair.a_difference);
    } else {
      text += fmt::format("{} ends higher, by {:.4f}", pair.a_difference > 0 ? first : second,
                          std::fabs(pair.a_difference));
    }
    for (const double crossing : pair.crossings)
      text += fmt::format("; the curves cross at {}", ShortNumber(crossing));
    text += "\n";
  }
  if (comparison.shared_a) {
    text += fmt::format("with A = {:.4f} for all:\n", *comparison.shared_a);
    for (size_t i = 0; i < comparison.names.size(); ++i) {
      const Study& refit = comparison.refits[i];
      text += fmt::format("  {}: B {:.3f} {}, C_mid {}\n", comparison.names[i], refit.b.value,
                          RangeText(refit.b.profile, 3), ShortNumber(refit.c_mid.value));
    }
  }
  return text + Warnings(comparison.warnings);
}

std::string RecoveryText(const Simulation& simulation, const RecoveryStudy& recovery) {
  std::string text = fmt::format(
      "{} runs of A {:.4f}, B {:.3f}, C_mid {}, R0 {:.3f} with noise {}: evaluations "
      "each {} from {} to {}, {:.2f} times C_mid\n",
      recovery.runs, simulation.law.a, simulation.law.b, ShortNumber(simulation.law.c_mid),
      simulation.law.r0, simulation.noise, ShortNumber(simulation.every),
      ShortNumber(simulation.from), ShortNumber(simulation.to),
      simulation.to / simulation.law.c_mid);
  if (recovery.refused > 0) text += fmt::format("{} had no fit\n", recovery.refused);
  if (recovery.not_quoted > 0) {
    text += fmt::format("of {} the asymptote isn't identified\n", recovery.not_quoted);
  }
  text += fmt::format("  {:<7}{:>10}{:>10}{:>17}{:>12}{:>12}\n", "", "mean error", "sd",
                      "95 % are within", "by profile", "resampled");
  const auto line = [&](const char* name, const Recovery& each) {
    text += fmt::format("  {:<7}{:>+10.5f}{:>10.5f}{:>17.5f}{:>10.1f} %", name, each.mean_error,
                        each.sd, each.error_95, 100 * each.profile_covers);
    if (each.drawn_covers) text += fmt::format("{:>10.1f} %", 100 * *each.drawn_covers);
    text += "\n";
  };
  line("A", recovery.a);
  line("B*", recovery.b);
  line("C_mid*", recovery.c_mid);
  return text +
         "* relative errors. The last columns: how many intervals of 95 % have the true value.\n";
}

}  // namespace assay::fit
