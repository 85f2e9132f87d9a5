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

void Pass(const PortDeps& deps, PortCall call) {
  if (AsksForWebSocket(*call.request)) {
    return SendFault(call.reply, {501, "unsupported",
                                  "WebSockets don't get into a sandbox: only plain requests and "
                                  "their answers do, streams included"});
  }
  deps.gate->Pass(std::move(call));
}

using RequestPtr = std::shared_ptr<const HttpRequest>;
using Parameters = std::vector<std::string>;

void PassToPort(const PortDeps& deps, RequestPtr http, const Parameters& parameters,
                HttpReplyPtr reply) {
  SandboxPtr sandbox = FindSandbox(deps.sandboxes, *http, parameters[0], reply);
  if (sandbox == nullptr) return;
  const std::optional<int> port = ReadPort(parameters[1]);
  if (!port) {
    return SendFault(reply, {422, "value_error", "a port is from 1 to 65535", "port"});
  }
  PortPlace place{*port, "/v1/sandboxes/" + sandbox->id() + "/ports/" + std::to_string(*port)};
  std::string tenant = TenantOf(*http);
  Pass(deps, {std::move(sandbox), std::move(tenant), std::move(place), parameters[2],
              std::move(http), std::move(reply)});
}

void PassToExposed(const PortDeps& deps, RequestPtr http, const Parameters& parameters,
                   HttpReplyPtr reply) {
  if (AnySandboxes(deps.sandboxes, reply) == nullptr) return;
  auto opened = deps.exposures->Open(parameters[0]);
  if (!opened) {
    return SendFault(reply, {404, "not_found",
                             "nothing is exposed here, or not any more: the sandbox may have "
                             "ended"});
  }
  PortPlace place{opened->exposure.port, Exposures::PathOf(opened->exposure)};
  Pass(deps, {std::move(opened->sandbox), std::move(opened->exposure.tenant), std::move(place),
              parameters[1], std::move(http), std::move(reply)});
}

}  // namespace

void RegisterPortRoutes(Router& router, const PortDeps& deps) {
  const auto add = [&](const char* path, auto* handler) {
    router.Add("*", path,
               [&deps, handler](RequestPtr http, const Parameters& parameters, HttpReplyPtr reply) {
                 handler(deps, std::move(http), parameters, std::move(reply));
               });
  };
  add("/v1/sandboxes/{id}/ports/{port}/{rest...}", PassToPort);
  add("/exposed/{key}/{rest...}", PassToExposed);
}

}  // namespace assay
