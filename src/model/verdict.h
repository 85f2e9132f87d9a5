// Verdict and cause: what we decided, and who brought it about. Plain values.
#pragma once

#include <string_view>

namespace assay {

enum class Verdict {
  kAccepted,
  kWrongAnswer,
  kPresentationError,
  kTimeLimit,
  kMemoryLimit,
  kOutputLimit,
  kRuntimeError,
  kCompileError,
  kJudgeError,     // the problem's checker or tests are at fault
  kInternalError,  // ours: no verdict about the candidate, never a score
  kSkipped,        // not executed: an earlier test failed, the total time was over, or cancelled
};
// "AC", "WA", "PE", "TLE", "MLE", "OLE", "RE", "CE", "JE", "IE", "SKIPPED".
std::string_view ToString(Verdict verdict);

// Who could have brought a verdict about. Nothing a candidate does yields kInfrastructure.
enum class Cause { kCandidate, kProblem, kInfrastructure, kCancelled };
std::string_view ToString(Cause cause);  // "candidate", "problem", "infrastructure", "cancelled"

}  // namespace assay
