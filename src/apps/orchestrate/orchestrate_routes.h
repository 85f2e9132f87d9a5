// The routes of `assay orchestrate`: /v1/orchestrate and what is below it (docs/orchestrate.md),
// /metrics and /healthz.
#pragma once

#include "base/work/executor.h"
#include "lab/rl/orchestra/run/conductor.h"
#include "net/router.h"

namespace assay {

// All outlive the router's handlers. Files are read by `work`.
void RegisterOrchestrateRoutes(orchestra::Conductor& conductor, Executor& work, Router* router);

}  // namespace assay
