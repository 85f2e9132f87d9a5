// One run of the candidate's program, judged by itself: what plain runs, function calls and asserts
// in one process come down to.
#pragma once

#include <string_view>

#include "judging/procedures.h"

namespace assay {

// `nonce` as GradeRun wants it.
TestOutcome JudgeSingleRun(const TestToJudge& test, const BlobPtr& input, LimitLeniency leniency,
                           std::string_view nonce, Runs& runs);

}  // namespace assay
