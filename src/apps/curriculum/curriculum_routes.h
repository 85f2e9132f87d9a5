// The routes of `assay curriculum`: /v1/curriculum and what is below it (docs/curriculum.md),
// /metrics and /healthz.
#pragma once

#include "base/work/executor.h"
#include "lab/rl/curriculum/log/desk.h"
#include "net/router.h"

namespace assay {

// Both outlive the router's handlers. What may wait for the disk is done by `work`.
void RegisterCurriculumRoutes(curriculum::Desk& desk, Executor& work, Router* router);

}  // namespace assay
