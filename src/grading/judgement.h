// Judgement: what grading says of one run. Plain values.
#pragma once

#include <optional>
#include <string>

#include "model/reason.h"
#include "model/verdict.h"

namespace assay {

struct Judgement {
  Verdict verdict = Verdict::kWrongAnswer;
  Cause cause = Cause::kCandidate;
  Reason reason = Reason::kNone;
  std::string message;                         // one sentence; never shown to the candidate
  std::optional<double> share = std::nullopt;  // as TestResult::share
};

// Whose file a run starts: decides who is to blame when it cannot be started at all.
enum class Executable {
  kToolchain,  // an interpreter or virtual machine of ours: infrastructure
  kArtifact,   // what the compiler made of the candidate's code: the candidate
};

}  // namespace assay
