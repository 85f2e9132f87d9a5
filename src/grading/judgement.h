// Judgement: what grading says of one run. A plain value.
#pragma once

#include <optional>
#include <string>

#include "model/verdict.h"

namespace assay {

struct Judgement {
  Verdict verdict = Verdict::kWrongAnswer;
  Cause cause = Cause::kCandidate;
  std::string reason;                          // stable snake_case, see docs/verdicts.md
  std::string message;                         // one sentence; never shown to the candidate
  std::optional<double> share = std::nullopt;  // as TestResult::share
};

}  // namespace assay
