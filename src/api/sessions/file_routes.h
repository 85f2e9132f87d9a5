// The files of a sandbox: read, written, listed, moved, and whole folders as tar.
#pragma once

#include "api/sessions/sandbox_deps.h"
#include "net/router.h"

namespace assay {

// `deps` outlives the handlers.
void RegisterFileRoutes(Router& router, const SandboxDeps& deps);

}  // namespace assay
