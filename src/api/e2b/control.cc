#include "api/e2b/control.h"

#include "api/e2b/wire/answers.h"
#include "api/shared/caller_tenant.h"
#include "base/text.h"

namespace assay {

Sandboxes* AnySandboxes(const E2bDeps& deps, const HttpReplyPtr& reply) {
  if (deps.sandboxes == nullptr) SendE2bError(reply, 501, "this server has no sandboxes");
  return deps.sandboxes;
}

void AddForOne(Router& router, const E2bDeps& deps, const std::string& method,
               const std::string& path, OneSandboxHandler handler) {
  router.Add(method, path,
             [deps, handler = std::move(handler)](const std::shared_ptr<const HttpRequest>& http,
                                                  const std::vector<std::string>& parameters,
                                                  const HttpReplyPtr& reply) {
               Sandboxes* const sandboxes = AnySandboxes(deps, reply);
               if (sandboxes == nullptr) return;
               const SandboxPtr sandbox = sandboxes->Find(TenantOf(*http), parameters[0]);
               if (sandbox == nullptr || sandbox->Info().state == SandboxState::kEnded) {
                 return SendE2bNotFound(reply, parameters[0]);
               }
               handler(deps, sandbox, http, reply);
             });
}

std::optional<JsonDocument> E2bBody(const HttpRequest& http, const HttpReplyPtr& reply) {
  JsonError error;
  std::string_view body = http.body;
  if (TrimAsciiSpace(body).empty()) body = "{}";
  auto document = JsonDocument::Parse(body, &error);
  if (document && document->root().Is(JsonType::kObject)) return document;
  SendE2bError(
      reply, 400,
      document ? "the body must be a JSON object" : "the body isn't JSON: " + error.message);
  return std::nullopt;
}

bool RefuseFaults(const FieldErrors& errors, const HttpReplyPtr& reply) {
  if (errors.empty()) return false;
  const FieldError& first = errors.errors().front();
  SendE2bError(reply, 400, ToString(first.path) + ": " + first.message);
  return true;
}

void SendNoContent(const HttpReplyPtr& reply) {
  HttpResponse response;
  response.status = 204;
  response.content_type.clear();
  reply->Send(std::move(response));
}

}  // namespace assay
