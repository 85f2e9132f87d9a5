// What a run learned, as one page of HTML that loads and runs nothing: held-out tasks with the law
// through them and what the first half foretold, and how reward, entropy, length and the loss went.
// Pure; thread-safe.
#pragma once

#include <string>

#include "base/result.h"
#include "lab/fit/infer/compare.h"
#include "lab/rl/tiny/run/learning_run.h"

namespace assay::tiny {

// The examinations after the first, over tokens; the first is R0.
fit::NamedRun HeldOutRun(const LearningCurve& curve);

// `recipe`: its name. `study`: of HeldOutRun(), or why there is none.
std::string LearningPage(const LearningCurve& curve, const LearningOptions& options,
                         const std::string& recipe, const Result<fit::Study>& study);

}  // namespace assay::tiny
