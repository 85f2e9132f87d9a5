// What a plan makes of some problems, stage by stage, before the run. Pure.
#pragma once

#include "apps/cli/terminal.h"
#include "base/result.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/state/problem_table.h"

namespace assay {

// kInvalidArgument: as Curriculum::Make.
Result<TextTable> StageTable(const curriculum::Plan& plan,
                             const curriculum::ProblemTable& problems);

}  // namespace assay
