// From a request of the ScaleBox routes to what the engine gets and what the answer will need.
// Nothing here waits for a disk: their problems come inside requests. Thread-safe.
#pragma once

#include <optional>

#include "api/compat/evaluate_request.h"
#include "api/compat/evaluate_result.h"
#include "api/shared/limit_policy.h"
#include "model/submission.h"
#include "store/tenant_problems.h"

namespace assay {

struct EvaluateTask {
  Submission submission;
  EvaluateEcho echo;
};

// Finds or decodes the problem, sets limits and takes the program out of the completion. Nothing,
// and why, when that can't be done.
std::optional<EvaluateTask> MakeEvaluateTask(const EvaluateRequest& request,
                                             const ApiLanguages& languages,
                                             const LimitPolicy& policy,
                                             const TenantProblems& problems, Refusal* refusal);

}  // namespace assay
