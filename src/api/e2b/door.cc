#include "api/e2b/door.h"

#include <charconv>

#include "api/e2b/wire/answers.h"
#include "api/shared/caller_tenant.h"
#include "base/text.h"
#include "net/form/query.h"

namespace assay {
namespace {

constexpr std::string_view kIdHeader = "e2b-sandbox-id";
constexpr std::string_view kPortHeader = "e2b-sandbox-port";

std::optional<int> PortOf(std::string_view text) {
  int port = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (port < 1 || port > 65535) return std::nullopt;
  return port;
}

// "49983-ID.example.org". Only with that port: other hosts' names may begin with a number, too.
std::optional<BoxAddress> AddressOfHost(std::string_view host) {
  const size_t dash = host.find('-');
  const size_t dot = host.find('.');
  if (dash == host.npos || dot == host.npos || dot <= dash + 1) return std::nullopt;
  if (PortOf(host.substr(0, dash)) != kEnvdPort) return std::nullopt;
  return BoxAddress{std::string(host.substr(dash + 1, dot - dash - 1)), kEnvdPort};
}

FoundBox NotFound(const std::string& id, std::string_view why) {
  return {nullptr, 502, "The sandbox '" + id + "' was not found" + std::string(why)};
}

std::string UserOfAuthorization(std::string_view value) {
  constexpr std::string_view kBasic = "basic ";
  value = TrimAsciiSpace(value);
  if (!StartsWith(AsciiLower(value), kBasic)) return {};
  const std::string pair = Base64Decode(value.substr(kBasic.size())).value_or("");
  return pair.substr(0, pair.find(':'));
}

}  // namespace

std::optional<BoxAddress> AddressOf(const HttpRequest& http) {
  const std::string_view id = TrimAsciiSpace(http.Header(kIdHeader));
  if (id.empty()) return AddressOfHost(http.Header("host"));
  const std::string_view port = TrimAsciiSpace(http.Header(kPortHeader));
  return BoxAddress{std::string(id), port.empty() ? kEnvdPort : PortOf(port).value_or(0)};
}

std::string BoxTenantOf(const HttpRequest& http) {
  if (http.caller != nullptr && !http.caller->sandbox.empty()) return http.caller->tenant;
  return TenantOf(http);
}

FoundBox FindBox(const E2bDeps& deps, const HttpRequest& http) {
  if (deps.sandboxes == nullptr) return {nullptr, 501, "this server has no sandboxes"};
  const bool bound = http.caller != nullptr && !http.caller->sandbox.empty();
  const auto address = AddressOf(http);
  if (!address && !bound) {
    return {nullptr, 400, "E2b-Sandbox-Id: the request names no sandbox"};
  }
  if (address && address->port != kEnvdPort) {
    return {nullptr, 502,
            "E2b-Sandbox-Port: the port is not open: programs' ports aren't reached "
            "from outside here"};
  }
  const std::string id = address ? address->id : http.caller->sandbox;
  if (bound && http.caller->sandbox != id) return NotFound(id, "");
  SandboxPtr sandbox = deps.sandboxes->Find(BoxTenantOf(http), id);
  if (sandbox == nullptr) return NotFound(id, "");
  const SandboxInfo info = sandbox->Info();
  if (info.state == SandboxState::kEnded) {
    return NotFound(id, ": it has ended (" + std::string(kSandboxEndNames.NameOf(info.end)) + ")");
  }
  if (info.state == SandboxState::kPaused && info.request.labels.count(kAutoResumeLabel) == 0) {
    return NotFound(id, ": it is paused, and connect resumes it");
  }
  return {std::move(sandbox)};
}

std::string FaultOfUser(const HttpRequest& http) {
  std::string user = Query(http.query).Get("username");
  if (user.empty()) user = UserOfAuthorization(http.Header("authorization"));
  if (user.empty() || user == kLiveUser) return {};
  return "user: '" + user + "' isn't a user of this sandbox: it has '" + kLiveUser +
         "' only, who owns its files; leave it out";
}

}  // namespace assay
