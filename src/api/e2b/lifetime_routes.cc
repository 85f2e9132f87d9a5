#include "api/e2b/lifetime_routes.h"

#include <algorithm>

#include "api/e2b/control.h"
#include "api/e2b/wire/answers.h"
#include "api/e2b/wire/create_request.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

bool IsPaused(const Sandbox& sandbox) {
  return sandbox.Info().state == SandboxState::kPaused;
}

// "timeout" of the body, or what clients get who don't say. Answers and returns nullopt when it is
// at fault.
std::optional<Nanoseconds> TakeTimeout(const HttpRequest& http, const HttpReplyPtr& reply,
                                       std::string_view name = "timeout") {
  const auto body = E2bBody(http, reply);
  if (!body) return std::nullopt;
  FieldErrors errors;
  FieldReader fields(body->root(), {}, &errors);
  const auto timeout = ReadE2bTimeout(fields, name);
  const bool memory = fields.Bool("memory", Presence::kOptionalOrNull).value_or(true);
  if (!memory) {
    fields.Fault("memory", "unsupported",
                 "a sandbox is paused with its processes here, and they go on when it resumes");
  }
  if (RefuseFaults(errors, reply)) return std::nullopt;
  return timeout.value_or(kE2bTimeout);
}

// Its end no earlier than `timeout` from now; one that would be later stays.
Status Prolong(Sandbox& sandbox, Nanoseconds timeout) {
  const SandboxInfo info = sandbox.Info();
  const auto end =
      std::chrono::system_clock::now() + std::chrono::duration_cast<WallTime::duration>(timeout);
  if (info.expires && *info.expires >= end) return {};
  return sandbox.SetLifetime(timeout);
}

void SetTimeout(const E2bDeps&, const SandboxPtr& sandbox,
                const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
  const auto timeout = TakeTimeout(*http, reply);
  if (!timeout) return;
  if (timeout->count() == 0) {
    sandbox->End(SandboxEnd::kLifetime);
  } else if (const Status set = sandbox->SetLifetime(*timeout); !set.ok()) {
    return SendE2bError(reply, set.error(), sandbox.get());
  }
  SendNoContent(reply);
}

void Refresh(const E2bDeps&, const SandboxPtr& sandbox,
             const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
  const auto timeout = TakeTimeout(*http, reply, "duration");
  if (!timeout) return;
  if (const Status set = Prolong(*sandbox, *timeout); !set.ok()) {
    return SendE2bError(reply, set.error(), sandbox.get());
  }
  SendNoContent(reply);
}

// A paused sandbox waits for as long as the operator lets any live.
void Pause(const E2bDeps& deps, const SandboxPtr& sandbox,
           const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
  if (!TakeTimeout(*http, reply)) return;
  if (IsPaused(*sandbox)) return SendE2bError(reply, 409, "the sandbox is paused already");
  sandbox->Pause([sandbox, reply, longest = deps.sandboxes->policy().max_lifetime](Status paused) {
    if (paused.ok()) paused = Prolong(*sandbox, longest);
    if (!paused.ok()) return SendE2bError(reply, paused.error(), sandbox.get());
    SendNoContent(reply);
  });
}

// Answers when it runs, or can't.
void ResumeFor(const E2bDeps& deps, const SandboxPtr& sandbox, Nanoseconds timeout,
               const HttpReplyPtr& reply) {
  sandbox->Resume([deps, sandbox, timeout, reply](Status resumed) {
    if (resumed.ok()) resumed = sandbox->SetLifetime(timeout);
    if (!resumed.ok()) return SendE2bError(reply, resumed.error(), sandbox.get());
    SendE2bSandbox(reply, 201, deps, *sandbox);
  });
}

void Resume(const E2bDeps& deps, const SandboxPtr& sandbox,
            const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
  const auto timeout = TakeTimeout(*http, reply);
  if (!timeout) return;
  if (!IsPaused(*sandbox)) return SendE2bError(reply, 409, "the sandbox is running already");
  ResumeFor(deps, sandbox, *timeout, reply);
}

void Connect(const E2bDeps& deps, const SandboxPtr& sandbox,
             const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
  const auto timeout = TakeTimeout(*http, reply);
  if (!timeout) return;
  if (IsPaused(*sandbox)) return ResumeFor(deps, sandbox, *timeout, reply);
  if (const Status prolonged = Prolong(*sandbox, *timeout); !prolonged.ok()) {
    return SendE2bError(reply, prolonged.error(), sandbox.get());
  }
  SendE2bSandbox(reply, 200, deps, *sandbox);
}

}  // namespace

void RegisterE2bLifetimeRoutes(Router& router, const E2bDeps& deps) {
  AddForOne(router, deps, "POST", "/sandboxes/{sandboxID}/timeout", SetTimeout);
  AddForOne(router, deps, "POST", "/sandboxes/{sandboxID}/refreshes", Refresh);
  AddForOne(router, deps, "POST", "/sandboxes/{sandboxID}/pause", Pause);
  AddForOne(router, deps, "POST", "/sandboxes/{sandboxID}/resume", Resume);
  AddForOne(router, deps, "POST", "/sandboxes/{sandboxID}/connect", Connect);
  AddForOne(router, deps, "POST", "/v2/sandboxes/{sandboxID}/connect", Connect);
}

}  // namespace assay
