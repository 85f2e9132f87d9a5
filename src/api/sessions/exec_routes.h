// Programs in a sandbox: POST …/exec, and the processes that run.
#pragma once

#include "api/sessions/sandbox_deps.h"
#include "net/router.h"

namespace assay {

// `deps` outlives the handlers.
void RegisterExecRoutes(Router& router, const SandboxDeps& deps);

}  // namespace assay
