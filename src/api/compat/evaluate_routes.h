// POST /common_evaluate_batch and /common_evaluate: judge a completion, as ScaleBox does.
#pragma once

#include <string>

#include "api/compat/retry_desk.h"
#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "net/router.h"
#include "store/problem_store.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks.
struct EvaluateDeps {
  RetryDesk& desk;
  const ApiLanguages& languages;
  ProblemStore& problems;
  LimitPolicy limits;
  std::string pod_name;  // `executor_pod_name` of answers; empty: null
};

// `deps` outlives the handlers and callbacks too.
void RegisterEvaluateRoutes(Router& router, const EvaluateDeps& deps);

}  // namespace assay
