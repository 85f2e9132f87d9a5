// Routes that say how long a sandbox lives, and whether it runs meanwhile.
#pragma once

#include "api/e2b/wire/deps.h"
#include "net/router.h"

namespace assay {

void RegisterE2bLifetimeRoutes(Router& router, const E2bDeps& deps);

}  // namespace assay
