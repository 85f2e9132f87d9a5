// ScoreRows: the rows of data files as items of POST /v1/score, and its results a line each.
//
// Blocks; used by one thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/ask/score_items.h"
#include "apps/cli/line_file.h"
#include "base/result.h"
#include "lab/shared/rubric/rubric_file.h"
#include "service/judge.h"

namespace assay {

struct ScoreWork {
  std::vector<std::string> files;
  lab::RubricFile rubric;
  service::Judge* judge = nullptr;
  LineFile* out = nullptr;
  // After each request. Returns false to end there.
  std::function<bool(const ScoreSummary&)> go_on;
  size_t rows_in_request = 2048;
};

// Where completions of a group are compared, those of one must stand together in the files.
// kInvalidArgument: a file, a row or the rubric is at fault; kUnavailable: there was no answer;
// kCancelled: ended by go_on.
Result<ScoreSummary> ScoreRows(const ScoreWork& work);

}  // namespace assay
