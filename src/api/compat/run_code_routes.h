// POST /run_code: run a program once and report, as SandboxFusion does.
#pragma once

#include <string>

#include "api/compat/retry_desk.h"
#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks.
struct RunCodeDeps {
  RetryDesk& desk;
  const ApiLanguages& languages;
  LimitPolicy limits;
  std::string pod_name;  // `executor_pod_name` of answers; empty: null
};

// `deps` outlives the handlers and callbacks too.
void RegisterRunCodeRoutes(Router& router, const RunCodeDeps& deps);

}  // namespace assay
