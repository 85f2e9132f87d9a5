// Breakdown: a special judge that ended without a verdict, and what that says about the output it
// was reading. Pure functions, thread-safe.
#pragma once

#include "grading/judgement.h"
#include "judging/blame/judge_records.h"
#include "model/limits.h"
#include "model/run_result.h"

namespace assay {

enum class Breakdown {
  kNone,  // it gave a verdict, or its end says nothing about what it read
  // A crash, a meaningless end or the wall limit: chance may have a part in it, so it is tried
  // again.
  kCrash,
  kStalled,  // it ran into another limit
};

// REQUIRES: `judgement` is what `judge_run` was graded as. Not a breakdown: a judge that says by
// its protocol that the problem is at fault (testlib's exit code 3, but for a failed `ensure`), and
// one that was killed from outside.
Breakdown BreakdownOf(const Judgement& judgement, const RunResult& judge_run);

// Whether the output is to blame for a judge that stalled on it: judges that are slow or greedy
// anyway may be over their limit on any output.
bool HasRoomToSpare(const JudgeRecord& record, const Judgement& judgement, const Limits& limits);

// The candidate's then: `judgement` as said of the output.
Judgement ChargedToCandidate(const Judgement& judgement);

}  // namespace assay
