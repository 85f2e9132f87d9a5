// A test in passes: judges of several passes may have the candidate run again with an input of
// their making. The one loop for judges that read an output and for those that talk.
#pragma once

#include <functional>
#include <optional>
#include <variant>

#include "judging/procedures.h"

namespace assay {

struct PassStart {
  BlobPtr input;
  CheckerFeedback feedback;  // what the judge left in the pass before
};
struct PassEnd {
  RunResult run;  // the candidate's
  Judgement judgement;
  bool by_judge = false;
  std::optional<RunResult> judge_run;  // which may ask for another pass; none: this was the last
};
using PassAnswer = std::variant<PassEnd, Error, TaskStopped>;
using PassFunction = std::function<PassAnswer(const PassStart& start)>;

struct PassesEnd {
  TestOutcome outcome;
  std::optional<RunResult> judge_run;  // of the last pass
};

// Once for most tests. `rules` may be null when no pass has a judge_run. The time limit is each
// pass's own; the slowest is what is told.
PassesEnd JudgeInPasses(const Checker* rules, const BlobPtr& input, const PassFunction& run_pass);

}  // namespace assay
