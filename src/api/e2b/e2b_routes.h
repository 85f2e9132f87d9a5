// E2B's API and envd, so that its released clients run unmodified: the control plane, files and
// processes of all sandboxes behind one origin (docs/sandboxes.md).
#pragma once

#include "api/connect/process_service.h"
#include "api/e2b/wire/deps.h"
#include "net/router.h"

namespace assay {

// `processes` outlives the router's handlers.
void RegisterE2bRoutes(Router& router, E2bDeps deps, ProcessService& processes);

}  // namespace assay
