// LiveCodeBench's rows: what a problem asks and its tests, public and private. The private ones are
// JSON, or JSON pickled, packed and in base64. Values; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/convert/shapes.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {

struct LcbProblem {
  std::string id;
  std::string content;
  std::string starter_code;   // empty: reads stdin
  std::string function_name;  // empty: reads stdin
  std::string difficulty;
  std::string date;            // "2024-10-05"
  std::vector<RowTest> tests;  // texts, of calls too
};

Result<LcbProblem> ReadLcbProblem(const Row& row);

// What the authors' list of errata says is wrong with a problem; empty: nothing.
std::string_view LcbErratum(std::string_view id);

// Which files a release is made of: "release_v5" is test.jsonl to test5.jsonl, "v6" is test6.jsonl
// alone. 0 for a version that isn't of this form.
struct LcbVersion {
  int first = 0;
  int last = 0;
};
LcbVersion ParseLcbVersion(std::string_view version);
// Which of them a file is, by its name ("test5.jsonl.gz"); 0: none.
int LcbFileNumber(std::string_view file);

}  // namespace assay::eval
