// What a curation did, for people and programs: report.json, report.md and report.html.
//
// All three follow from the inputs and the recipe, whatever happened on the way; what doesn't,
// times and how often the run was started, is in report.json under "run" alone. Pure functions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "data/rows/rows.h"

namespace assay::curate {

// A dropped row that is shown.
struct Example {
  int64_t row = 0;
  std::string file, id, reason, evidence, text;  // the text's beginning
};

struct StepReport {
  std::string name;
  std::string kind;
  int64_t in = 0;
  int64_t dropped = 0;
  std::map<std::string, int64_t> reasons;
  std::vector<Example> examples;
  std::string notes;  // a JSON object

  int64_t out() const { return in - dropped; }
};

struct RunReport {
  std::string recipe;
  std::string about;
  std::string recipe_sha256;  // of its text
  std::string assay_version;
  uint64_t seed = 0;
  std::vector<FileIdentity> inputs;
  int64_t rows = 0;
  int64_t kept = 0;
  std::vector<StepReport> steps;
  // Only in report.json, under "run".
  std::string started;  // UTC
  std::string finished;
  double seconds = 0;  // of the last start
  int64_t starts = 1;
};

std::string ReportJson(const RunReport& report);
std::string ReportMarkdown(const RunReport& report);
std::string ReportHtml(const RunReport& report);

}  // namespace assay::curate
