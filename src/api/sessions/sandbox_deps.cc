#include "api/sessions/sandbox_deps.h"

#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;

}  // namespace

Sandboxes* AnySandboxes(const SandboxDeps& deps, const HttpReplyPtr& reply) {
  if (deps.sandboxes == nullptr) {
    SendError(reply, kStyle, 501, "no_sandboxes",
              "this server has no sandboxes that live: whoever runs it starts `assay serve` with "
              "--sandboxes N; docs/sandboxes.md says what a server needs to hold them, and `assay "
              "doctor` what this host lacks");
  }
  return deps.sandboxes;
}

SandboxPtr FindSandbox(const SandboxDeps& deps, const HttpRequest& http, const std::string& id,
                       const HttpReplyPtr& reply) {
  Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (sandboxes == nullptr) return nullptr;
  const bool other =
      http.caller != nullptr && !http.caller->sandbox.empty() && http.caller->sandbox != id;
  SandboxPtr sandbox = other ? nullptr : sandboxes->Find(TenantOf(http), id);
  if (sandbox == nullptr) {
    SendError(reply, kStyle, 404, "unknown_sandbox",
              "there is no sandbox " + id + ", or it ended long ago");
  }
  return sandbox;
}

}  // namespace assay
