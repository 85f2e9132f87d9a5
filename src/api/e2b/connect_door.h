// The Connect services of E2B's envd: filesystem.Filesystem (filesystem_service.h), and
// process.Process by the service that all doors share.
#pragma once

#include "api/connect/process_service.h"
#include "api/e2b/wire/deps.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

// The sandbox of a call, of the one user there is, or the error that its clients expect.
FoundSandbox FindForConnect(const E2bDeps& deps, const HttpRequest& http);
// Serves `processes` as /process.Process.
void RegisterE2bProcesses(Router& router, const E2bDeps& deps, ProcessService& processes);

}  // namespace assay
