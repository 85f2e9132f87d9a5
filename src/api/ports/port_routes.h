// Ports of sandboxes: any request below /v1/sandboxes/{id}/ports/{port}/ goes to the program that
// listens there, and any request below /exposed/{key}/ to the port that was exposed under that key,
// whoever sends it.
#pragma once

#include "api/ports/exposures.h"
#include "api/ports/port_gate.h"
#include "api/sessions/sandbox_deps.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers.
struct PortDeps {
  const SandboxDeps& sandboxes;
  PortGate* gate = nullptr;        // null: this server has no sandboxes
  Exposures* exposures = nullptr;  // likewise
};

// `deps` outlives the handlers.
void RegisterPortRoutes(Router& router, const PortDeps& deps);

}  // namespace assay
