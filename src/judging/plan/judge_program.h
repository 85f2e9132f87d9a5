// The program of a special judge: its source with the files that the problem brings, under limits
// of the problem's rather than the candidate's. Pure functions, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "judging/plan/planned_program.h"
#include "langs/language.h"
#include "model/problem.h"

namespace assay {

// What a judge may use, and its compilation. Fixed, so that identical judges share one compile.
Limits CheckerLimits();         // 10 s of CPU time, 30 s of wall time, 1 GiB
Limits CheckerCompileLimits();  // 30 s of CPU time, 60 s of wall time, 2 GiB

// kInvalidArgument names the field at fault.
Result<PlannedProgram> PlanJudge(const Checker& judge, const Problem& problem,
                                 const LanguageTable& languages);

// `names`, and those of the program's files: what is written when it is compiled or run. Artifacts
// that are patterns depend on the program, and meet its own files only in the compiler.
std::vector<std::string> OwnNames(const Program& program, std::vector<std::string> names);

}  // namespace assay
