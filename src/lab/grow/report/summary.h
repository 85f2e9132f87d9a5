// GrowthSummary: what growing came to over all problems, counted from the records, one at a time.
// Plain values; the functions are pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lab/grow/model/growth.h"
#include "text/json_reader.h"

namespace assay::grow {

struct GrowthLine {
  std::string id;
  int64_t tests = 0;
  Strength chosen_by, held_out, wrong;
  std::vector<Difference> differences;
};

struct GrowthSummary {
  static constexpr size_t kMostProblems = 500;  // that are shown

  int64_t rows = 0, refused = 0, skipped = 0, not_judged = 0;
  int64_t grown = 0;  // problems with new tests
  int64_t tests = 0, beyond = 0;
  std::map<std::string, int64_t> by_origin;  // tests, by the last word of where they are from
  std::map<std::string, int64_t> by_skip;    // problems, by the reason
  Fates fates;
  Strength chosen_by, held_out, wrong;
  int64_t differences = 0, outvoted = 0;
  std::vector<GrowthLine> lines;
  std::vector<std::string> first_refused;
  double seconds = 0;

  // A line of the records.
  void Add(JsonValue record);
};

struct ReportHead {
  std::string build;
  std::string manifest;  // JSON
  std::string judge;     // who judged
};

std::string ReportJson(const ReportHead& head, const GrowthSummary& summary);
std::string ReportHtml(const ReportHead& head, const GrowthSummary& summary);
// For the terminal.
std::string ReportText(const GrowthSummary& summary);

}  // namespace assay::grow
