// E2B's code interpreter: contexts (kernels) in a sandbox that was made before, and POST /execute
// with `code`, answered by a line of JSON for each event.
//
//   POST   /contexts               GET /contexts
//   POST   /contexts/{id}/restart  DELETE /contexts/{id}
//
// The sandbox is the one of the request's header E2b-Sandbox-Id.
#pragma once

#include "api/kernels/kernel_deps.h"
#include "net/router.h"
#include "text/json_reader.h"

namespace assay {

void RegisterInterpreterRoutes(Router& router, const KernelDeps& deps);
// POST /execute, once it is known to be one of these.
void ExecuteInContext(const KernelDeps& deps, const HttpRequest& http, JsonValue body,
                      const HttpReplyPtr& reply);

}  // namespace assay
