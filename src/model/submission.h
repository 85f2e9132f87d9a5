// Submission: one candidate program, its problem and its limits. Plain values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/limits.h"
#include "model/origin.h"
#include "model/problem.h"

namespace assay {

enum class Priority { kTrain, kEval, kBatch };  // served in this order

enum class StopPolicy {
  kFirstFailure,  // stop at the first test that is not accepted
  kRunAll,
};

struct Submission {
  std::string id;  // the client's; echoed
  Origin origin;   // likewise
  // Whose slots and caches it uses, as the server knows it, unlike the label in `origin`; empty: on
  // a server that asks nobody, all are one.
  std::string tenant = {};
  std::string language;  // canonical id of a language in the table ("python", "cpp")
  std::string code;
  // The code was taken out of a model's answer: with nothing in it there was no program.
  bool from_response = false;
  ProblemPtr problem;
  Limits limits;          // per test
  Limits compile_limits;  // of the compile step
  StopPolicy stop = StopPolicy::kFirstFailure;
  Priority priority = Priority::kTrain;
  // Bound on the time from first dispatch to the last test; tests not run by then are skipped with
  // reason "total_timeout". 0: none beyond the sum of the limits.
  Nanoseconds total_timeout{0};
  std::map<std::string, BlobPtr> files;  // placed before the program starts; absolute or relative
  std::vector<std::string> fetch_files;  // collected after it ends
  // May be answered by the verdict of an identical submission.
  bool reuse = true;
  std::vector<std::string> compile_flags;  // replaces the language's default flags when not empty
};

// Whether there is no program to run. An empty one prints nothing, and where nothing is expected
// that would pass; it judges nobody's work. A plain run takes an empty program as it is.
bool HasNoCode(const Submission& submission);

}  // namespace assay
