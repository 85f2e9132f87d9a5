// Ports of sandboxes: any request below /v1/sandboxes/{id}/ports/{port}/ goes to the program that
// listens there.
#pragma once

#include "api/ports/port_gate.h"
#include "api/sessions/sandbox_deps.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers.
struct PortDeps {
  const SandboxDeps& sandboxes;
  PortGate* gate = nullptr;  // null: this server has no sandboxes
};

// `deps` outlives the handlers.
void RegisterPortRoutes(Router& router, const PortDeps& deps);

}  // namespace assay
