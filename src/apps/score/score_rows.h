// ScoreRows: the rows of data files as items of requests to /v1/score, as many of them in one as
// keep a server busy, and its results a line each.
//
// Blocks; used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "apps/cli/line_file.h"
#include "base/result.h"
#include "lab/shared/rubric/rubric_file.h"
#include "service/judge.h"

namespace assay {

struct ScoreSummary {
  int64_t scored = 0;
  double sum = 0;  // of their scores
  // Of rows without a score: "cause: reason" by how often.
  std::map<std::string, int64_t> masked;
  // The first fault of an item, in words.
  std::string first_fault;

  int64_t rows() const;
};

struct ScoreWork {
  std::vector<std::string> files;
  lab::RubricFile rubric;
  service::Judge* judge = nullptr;
  LineFile* out = nullptr;
  // After each request: how many rows are done. Returns false to end there.
  std::function<bool(const ScoreSummary&)> tell;
  size_t rows_in_request = 2048;
};

// Where completions of a group are compared, those of one stay in one request: they must stand
// together in the files. kInvalidArgument: a file, a row or the rubric is at fault; kUnavailable:
// there was no answer.
Result<ScoreSummary> ScoreRows(const ScoreWork& work);

}  // namespace assay
