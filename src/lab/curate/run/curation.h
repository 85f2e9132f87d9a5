// Curate: a recipe's steps over files of rows, into a folder.
//
//   kept.jsonl      the rows that passed, as they were, one a line
//   dropped.jsonl   the others: which step, why, with the evidence
//   report.json, report.md, report.html
//   recipe.yaml     what was asked for
//   checkpoint.json, lock; passed.jsonl until the end
//
// Rows come as a stream, one at a time: memory is what the steps keep (their headers say how much).
// A run that was killed goes on where its last checkpoint was, and ends with the same files but for
// the times in report.json: what was behind the checkpoint is cut off, and steps that compare rows
// are told again of those that passed. A recipe, an input or a benchmark that changed meanwhile is
// an error.
//
// Blocks on the disk. One thread; one process at a time writes to a folder (its lock).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/curate/recipe/recipe.h"
#include "lab/curate/report/report.h"

namespace assay::curate {

struct Progress {
  int64_t rows = 0;
  int64_t kept = 0;    // so far; a mix may still drop some
  bool again = false;  // reading what was decided before
};

struct CurationOptions {
  std::vector<std::string> inputs;  // files or folders of rows
  std::string folder;
  int64_t rows_per_checkpoint = 20000;
  std::string assay_version;
  // Asked after each row; false: stop at a checkpoint.
  std::function<bool(const Progress&)> go_on;
};

// The report that was also written. kCancelled: go_on said so, and the same call goes on later.
// kInvalidArgument: a fault of recipe, inputs or folder.
Result<RunReport> Curate(const Recipe& recipe, const CurationOptions& options);

}  // namespace assay::curate
