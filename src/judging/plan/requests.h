// From a plan to what the Runner is asked to do. Pure functions, thread-safe.
#pragma once

#include <string_view>

#include "grading/grade.h"
#include "judging/plan/plan.h"
#include "model/compile_run.h"
#include "runner/runner.h"

namespace assay {

// Of JobPlan::programs.
RunRequest CompileRequest(const JobPlan& plan, size_t program);

// The candidate's program, without input. `compiled` is null when it isn't compiled.
RunRequest CandidateRequest(const JobPlan& plan, const CompileRunPtr& compiled);
// Whose fault it is when that cannot be started.
Executable ExecutableOf(const Program& program);

// The two sides of separated asserts.
RunRequest AssertTestsRequest(const JobPlan& plan, const Program& tests,
                              const AssertProgress& progress, const LanguageTable& languages);
RunRequest AssertCallsRequest(const JobPlan& plan, const Program& calls, const std::string& input);

RunRequest CheckerRequest(const Program& judge, const CompileRunPtr& compiled, CheckerCall call);

}  // namespace assay
