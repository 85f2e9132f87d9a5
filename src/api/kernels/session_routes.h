// Sessions of NeMo-Skills' clients: POST /execute with `generated_code` and an X-Session-ID, GET
// /sessions, DELETE /sessions/{id}. A session is a kernel in a sandbox of its own, made at its
// first request. What isn't Python in a session (`language` other than "ipython") has POST
// /run_code.
#pragma once

#include "api/kernels/kernel_deps.h"
#include "net/router.h"
#include "text/json_reader.h"

namespace assay {

void RegisterSessionRoutes(Router& router, const KernelDeps& deps);
// POST /execute, once it is known to be one of these.
void ExecuteInSession(const KernelDeps& deps, const HttpRequest& http, JsonValue body,
                      const HttpReplyPtr& reply);

}  // namespace assay
