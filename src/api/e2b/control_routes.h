// E2B's control plane: sandboxes made, found, listed, kept alive, paused and ended.
//
//   POST /sandboxes, /v2/sandboxes        make one; GET /sandboxes, /v2/sandboxes list them
//   GET, DELETE /sandboxes/{id}           one; with /metrics, /logs, /network beside it
//   POST /sandboxes/{id}/timeout          its end from now on; /refreshes: no earlier than
//   POST /sandboxes/{id}/pause, /resume, /connect
#pragma once

#include "api/e2b/wire/deps.h"
#include "net/router.h"

namespace assay {

void RegisterE2bControlRoutes(Router& router, const E2bDeps& deps);

}  // namespace assay
