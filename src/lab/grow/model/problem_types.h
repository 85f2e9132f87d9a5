// The words of other rooms that growing tests uses: problems with their programs, and asking the
// judge about them.
#pragma once

#include "lab/audit/judge/asker.h"
#include "lab/audit/model/outcome.h"
#include "lab/audit/model/problem.h"

namespace assay::grow {

using audit::Ask;
using audit::Asker;
using audit::AskOptions;
using audit::ChangedLimits;
using audit::ChangedProblem;
using audit::Label;
using audit::NativeRow;
using audit::PartsOf;
using audit::ProblemChange;
using audit::ProblemParts;
using audit::RunOutcome;
using audit::Solution;
using audit::TestOutcome;
using audit::TestParts;
using LabelledProblem = audit::AuditProblem;

}  // namespace assay::grow
