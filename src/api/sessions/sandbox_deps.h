// What the sandbox routes stand on, and how each of them begins: whose sandbox is it? Thread-safe.
#pragma once

#include <string>

#include "base/work/late_timers.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

// All of it outlives the router's handlers and the sandboxes' callbacks.
struct SandboxDeps {
  Sandboxes* sandboxes = nullptr;  // null: this server has none
  const LateTimersOwner& timers;
};

// The sandboxes of the server. Answers 501 and returns null when it has none.
Sandboxes* AnySandboxes(const SandboxDeps& deps, const HttpReplyPtr& reply);
// The caller's sandbox of that name. Answers and returns null when there is none for this caller:
// what belongs to another tenant, and what a token of another sandbox asks about, is not there.
SandboxPtr FindSandbox(const SandboxDeps& deps, const HttpRequest& http, const std::string& id,
                       const HttpReplyPtr& reply);

}  // namespace assay
