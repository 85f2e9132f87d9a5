// Prime's exposed ports, which its clients up to 0.2.42 ask for: an address for a port of a
// sandbox, which whoever knows it may reach (api/ports/exposures.h).
//
//   POST   /api/v1/sandbox/{id}/expose                 a port gets an address
//   GET    /api/v1/sandbox/{id}/expose                 those of a sandbox
//   GET    /api/v1/sandbox/expose/all                  those of all of the caller's
//   DELETE /api/v1/sandbox/{id}/expose/{exposure_id}   the address is gone
#pragma once

#include "api/ports/exposures.h"
#include "api/prime/desk.h"
#include "net/router.h"

namespace assay {

// Both null: this server has no sandboxes, and the routes say so (501). `exposures` outlives the
// handlers.
void RegisterPrimeExposeRoutes(Router& router, const PrimeDeskPtr& desk, Exposures* exposures);

}  // namespace assay
