// One run of a special judge that reads what is there already: a checker, or the judge of a
// transcript.
#pragma once

#include "judging/procedures.h"

namespace assay {

// REQUIRES: the judge was made ready without a fault.
RunAnswer AskJudge(const PlannedJudge& judge, const TestToJudge& test, CheckerCall call,
                   Runs& runs);

}  // namespace assay
