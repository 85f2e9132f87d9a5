#include <fmt/format.h>

#include "lab/curate/report/report.h"

namespace assay::curate {
namespace {

// Untrusted text on one line, in which nothing is markup.
std::string Plain(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      plain += ' ';
      continue;
    }
    if (std::string_view("\\`*_{}[]<>()#|!$~&").find(c) != std::string_view::npos) plain += '\\';
    plain += c;
  }
  return plain;
}

double Percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::string ReportMarkdown(const RunReport& report) {
  std::string text = fmt::format("# Curation by {}\n\n", Plain(report.recipe));
  if (!report.about.empty()) text += Plain(report.about) + "\n\n";
  text += fmt::format("{} of {} rows were kept ({:.1f} %). Seed {}, recipe {}.\n\n", report.kept,
                      report.rows, Percent(report.kept, report.rows), report.seed,
                      report.recipe_sha256.substr(0, 12));
  text += "| step | in | dropped | out | dropped of in |\n|---|---|---|---|---|\n";
  for (const StepReport& step : report.steps) {
    text += fmt::format("| {} | {} | {} | {} | {:.1f} % |\n", Plain(step.name), step.in,
                        step.dropped, step.out(), Percent(step.dropped, step.in));
  }
  text += "\n## Inputs\n\n";
  for (const FileIdentity& file : report.inputs) {
    text += fmt::format("- {}: {} rows, SHA-256 {}\n", Plain(file.name), file.rows, file.sha256);
  }
  for (const StepReport& step : report.steps) {
    if (step.dropped == 0) continue;
    text += fmt::format("\n## {}\n\n", Plain(step.name));
    for (const auto& [reason, count] : step.reasons) {
      text += fmt::format("- {}: {}\n", Plain(reason), count);
    }
    text += "\n";
    for (const Example& example : step.examples) {
      text += fmt::format("1. {}, row {}{}: {}", Plain(example.file), example.row,
                          example.id.empty() ? "" : " (" + Plain(example.id) + ")",
                          Plain(example.reason));
      if (!example.evidence.empty()) text += ": " + Plain(example.evidence);
      text += "\n";
      if (!example.text.empty()) text += "   > " + Plain(example.text) + "\n";
    }
  }
  return text;
}

}  // namespace assay::curate
