// GrowProblem: all steps of growing the tests of one problem. Blocks on the judge; thread-safe.
#pragma once

#include "lab/grow/model/growth.h"
#include "lab/grow/model/problem_types.h"

namespace assay::grow {

// Without file and row, which are the caller's. What it says holds only when the asker wasn't
// stopped meanwhile.
ProblemGrowth GrowProblem(const LabelledProblem& problem, const GrowOptions& options,
                          const Asker& asker);

}  // namespace assay::grow
