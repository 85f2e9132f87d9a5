// Sandboxes themselves: made, looked at, deleted, paused, copied. All routes below /v1/sandboxes
// are registered here.
#pragma once

#include "api/sessions/sandbox_deps.h"
#include "net/router.h"

namespace assay {

// `deps` outlives the handlers.
void RegisterSandboxRoutes(Router& router, const SandboxDeps& deps);

}  // namespace assay
