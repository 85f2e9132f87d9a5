// Outcome: what became of one sample of one item under one profile; what metrics are made of.
// Plain values.
//
// Only kPassed and kFailed say something about the model. A sample that could not be asked for or
// judged is in neither: it lowers no score and is shown beside every one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace assay::eval {

// By whose rules an answer is judged.
enum class GradeProfile {
  kOfficial,  // the reference harness's: its extraction, limits, oracles, mocks and mistakes
  kAssay,     // real processes, real judges
};
inline constexpr GradeProfile kGradeProfiles[] = {GradeProfile::kOfficial, GradeProfile::kAssay};

enum class SampleState {
  kPassed,
  kFailed,
  kMasked,   // it was judged, and no verdict can be trusted: the gold isn't readable, a checker
             // fails
  kErrored,  // it was never answered, or our side failed; repeated when the run is resumed
};

// What is said of an answer beside its state; they overlap.
struct AnswerFlags {
  bool truncated = false;    // finish_reason "length", or reasoning that never ends
  bool empty = false;        // no text beside the reasoning
  bool unextracted = false;  // text, and no program or answer in it
};

struct Outcome {
  size_t item = 0;     // index into the items of the run
  int64_t sample = 0;  // from 0
  SampleState state = SampleState::kErrored;
  AnswerFlags flags;
  std::optional<double> partial;  // share of the tests passed, where all were run
  std::string answer;             // canonical final answer, for majority votes; empty: none
  std::string reason;             // verdict and reason: "WA:wrong_answer", "generation:timeout"
};

}  // namespace assay::eval
