// The routes of `assay env serve` (docs/environments.md).
#pragma once

#include "apps/env/roll/env_service.h"
#include "base/work/executor.h"
#include "net/router.h"

namespace assay {

// Both outlive the router's handlers. What waits is done by `work`.
void RegisterEnvRoutes(EnvService& service, Executor& work, Router* router);

}  // namespace assay
