// From a plan and a test to what the Runner is asked to do. Pure functions, thread-safe.
#pragma once

#include <string_view>

#include "engine/cache/compile_cache.h"
#include "engine/job_plan.h"
#include "grading/grade.h"
#include "langs/language.h"
#include "runner/runner.h"

namespace assay {

RunRequest CompileRequest(const JobPlan& plan);
// Of a special judge of the plan's.
RunRequest CheckerCompileRequest(const Program& judge);

// `compiled` is null when the program isn't compiled. `nonce` is for ProblemMode::kAssert.
RunRequest TestRequest(const JobPlan& plan, size_t test, const CompileRunPtr& compiled,
                       std::string_view nonce, const LanguageTable& languages);

// The two sides of separated asserts. REQUIRES: the plan has them.
RunRequest AssertTestsRequest(const JobPlan& plan, const AssertProgress& progress,
                              const LanguageTable& languages);
RunRequest AssertCallsRequest(const JobPlan& plan, const std::string& calls);

RunRequest CheckerRequest(const Program& judge, const CompileRunPtr& compiled, CheckerCall call);

}  // namespace assay
