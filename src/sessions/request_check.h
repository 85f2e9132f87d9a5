// What may be asked of a server's sandboxes: every fault names its field. What is kept of a request
// is bounded here, whichever door it came through. Pure functions.
#pragma once

#include <string>

#include "base/result.h"
#include "sessions/execution.h"
#include "sessions/request.h"
#include "sessions/sandboxes.h"

namespace assay {

Status CheckSandboxRequest(const SandboxRequest& request, const SandboxPolicy& policy);
Status CheckLifetime(const char* field, Nanoseconds time, const SandboxPolicy& policy);
Status CheckExecutionRequest(const ExecutionRequest& request);
// What makes two requests with one key the same.
std::string FingerprintOf(const SandboxRequest& request);
std::string FingerprintOf(const ProcessSpec& spec);

}  // namespace assay
