// SandboxFusion's data set routes: GET /list_datasets; POST /list_ids, /get_prompts,
// /get_prompt_by_id, /submit, /get_metrics and /get_metrics_function.
#pragma once

#include <string>

#include "api/compat/retry_desk.h"
#include "api/datasets/dataset_store.h"
#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "base/work/executor.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks.
struct DatasetDeps {
  RetryDesk& desk;
  const ApiLanguages& languages;
  LimitPolicy limits;
  std::string pod_name;          // `executor_pod_name` of answers; empty: null
  const DatasetStore* datasets;  // null: only what requests bring
  std::string secret;            // see dataset_trial.h
  Executor& readers;             // many rows make many prompts: off the I/O threads
};

// `deps` outlives the handlers and callbacks too.
void RegisterDatasetRoutes(Router& router, const DatasetDeps& deps);

}  // namespace assay
