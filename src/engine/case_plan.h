// From a plan and a test to what the Runner is asked to do. Pure functions, thread-safe.
#pragma once

#include <string_view>

#include "engine/compile_cache.h"
#include "engine/job_plan.h"
#include "grading/grade.h"
#include "langs/language.h"
#include "runner/runner.h"

namespace assay {

RunRequest CompileRequest(const JobPlan& plan);
RunRequest CheckerCompileRequest(const JobPlan& plan);

// `compiled` is null when the program isn't compiled. `nonce` is for ProblemMode::kAssert.
RunRequest TestRequest(const JobPlan& plan, size_t test, const CompileRunPtr& compiled,
                       std::string_view nonce, const LanguageTable& languages);

// The two sides of separated asserts. REQUIRES: the plan has them.
RunRequest AssertTestsRequest(const JobPlan& plan, const AssertProgress& progress,
                              const LanguageTable& languages);
RunRequest AssertCallsRequest(const JobPlan& plan, const std::string& calls);

// REQUIRES: the plan has a checker.
RunRequest CheckerRequest(const JobPlan& plan, const CompileRunPtr& compiled, CheckerCall call);

}  // namespace assay
