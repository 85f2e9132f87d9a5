// The words of other rooms that growing tests uses: problems with their programs, and asking the
// judge about them.
#pragma once

#include "lab/audit/judge/asker.h"
#include "lab/audit/model/outcome.h"
#include "lab/problems/model/problem.h"

namespace assay::grow {

using audit::Ask;
using audit::AskAbout;
using audit::Asker;
using audit::AskOptions;
using audit::RunOutcome;
using audit::TestOutcome;
using lab::ChangedLimits;
using lab::ChangedProblem;
using lab::Label;
using lab::LabelledProblem;
using lab::NativeRow;
using lab::PartsOf;
using lab::ProblemChange;
using lab::ProblemParts;
using lab::Solution;
using lab::TestParts;

}  // namespace assay::grow
