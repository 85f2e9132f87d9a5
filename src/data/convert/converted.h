// ConvertedRow: what a row of somebody's data set says, in our own words: a problem as POST
// /v1/verify takes it and what has to be known with it, or a gold answer as POST /v1/math/verify
// takes it. Plain values; writing is pure and takes time linear in the texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/convert/shapes.h"
#include "model/problem.h"
#include "text/json_writer.h"

namespace assay {

// A program that judges, in place of a comparison.
struct ConvertedJudge {
  std::string source;
  std::string kind;      // as the native routes name it; empty: as the source tells
  std::string language;  // the same
};

struct ConvertedRow {
  std::string_view format;         // the name of its format
  std::string id;                  // empty: the row has none
  std::string prompt;              // JSON list of messages; empty: the row has none
  std::vector<std::string> notes;  // what is left out of the row, and why that matters

  // A question of mathematics: then nothing below `gold` counts.
  bool math = false;
  std::string gold;

  std::string language;     // empty: any
  std::string entry_point;  // the function that is called; empty: none, or not known
  std::string starter_code;
  double time_limit_s = 0;  // 0: the row says nothing
  double wall_time_s = 0;   // 0: as the time limit tells
  int64_t memory_mb = 0;    // the same

  // JSON: a problem that the row has in our own form, or {"sha256": …}; then nothing below counts.
  std::string own_problem;

  ProblemMode mode = ProblemMode::kStdinStdout;
  std::vector<RowTest> tests;
  std::string comparison_mode;     // as the native routes name it; empty: the default
  std::string comparison_profile;  // the same
  std::string function_name;       // of calls; of asserts what `check` is called with
  std::string assert_code;
  std::string assert_setup_code;
  std::optional<ConvertedJudge> checker;
  std::optional<ConvertedJudge> interactor;
};

// The `problem` of a submission. REQUIRES: !row.math.
std::string ProblemJson(const ConvertedRow& row);

// Members of the object that begins in `json`, all but "problem", which stands as `problem` tells:
// JSON, or a name of it.
void WriteConverted(const ConvertedRow& row, std::string_view problem, JsonWriter* json);
// The whole object, with the problem itself.
std::string ConvertedJson(const ConvertedRow& row);

}  // namespace assay
