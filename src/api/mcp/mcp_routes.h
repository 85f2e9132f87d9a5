// /mcp: the Model Context Protocol over streamable HTTP, for clients with sessions (revisions up to
// 2025-11-25) and without (2026-07-28).
//
// Handlers never wait: what takes time is with the judging routes. Web pages of other sites are
// refused before any route is asked (net/site_guard.h). Thread-safe.
#pragma once

#include "api/mcp/handler.h"
#include "api/mcp/sessions.h"
#include "net/router.h"

namespace assay {

// Both outlive the router's last request.
struct McpRoutesDeps {
  const McpHandler& handler;
  McpSessions& sessions;
};

void RegisterMcpRoutes(Router& router, const McpRoutesDeps& deps);

}  // namespace assay
