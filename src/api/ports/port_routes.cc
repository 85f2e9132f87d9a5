#include "api/ports/port_routes.h"

#include <charconv>
#include <optional>

#include "api/sessions/wire/sandbox_answer.h"
#include "api/shared/caller_tenant.h"
#include "base/text.h"

namespace assay {
namespace {

std::optional<int> ReadPort(const std::string& text) {
  int port = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc() || at != end || port < 1 || port > 65535) return std::nullopt;
  return port;
}

bool AsksForWebSocket(const HttpRequest& http) {
  return AsciiLower(http.Header("upgrade")).find("websocket") != std::string::npos;
}

}  // namespace

void RegisterPortRoutes(Router& router, const PortDeps& deps) {
  router.Add("*", "/v1/sandboxes/{id}/ports/{port}/{rest...}",
             [&deps](std::shared_ptr<const HttpRequest> http,
                     const std::vector<std::string>& parameters, HttpReplyPtr reply) {
               SandboxPtr sandbox = FindSandbox(deps.sandboxes, *http, parameters[0], reply);
               if (sandbox == nullptr) return;
               const std::optional<int> port = ReadPort(parameters[1]);
               if (!port) {
                 return SendFault(reply, {422, "value_error", "a port is from 1 to 65535", "port"});
               }
               if (AsksForWebSocket(*http)) {
                 return SendFault(reply,
                                  {501, "unsupported",
                                   "WebSockets don't get into a sandbox: only plain requests and "
                                   "their answers do, streams included"});
               }
               PortPlace place{
                   *port, "/v1/sandboxes/" + sandbox->id() + "/ports/" + std::to_string(*port)};
               std::string tenant = TenantOf(*http);
               deps.gate->Pass({std::move(sandbox), std::move(tenant), std::move(place),
                                parameters[2], std::move(http), std::move(reply)});
             });
}

}  // namespace assay
