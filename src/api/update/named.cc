#include "api/update/named.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "api/e2b/door.h"
#include "api/kernels/kernel_deps.h"
#include "base/text.h"
#include "net/form/query.h"
#include "net/route/route_pattern.h"
#include "text/json_member.h"

namespace assay {
namespace {

using Kind = Named::Kind;

struct NamingPath {
  RoutePattern pattern;
  size_t parameter;  // which of its parameters is the name
  Kind kind;
};

const std::vector<NamingPath>& NamingPaths() {
  static const std::vector<NamingPath> kPaths = {
      {RoutePattern("/v1/sandboxes/{id}/{rest...}"), 0, Kind::kSandbox},
      {RoutePattern("/sandboxes/{id}/{rest...}"), 0, Kind::kSandbox},
      {RoutePattern("/v2/sandboxes/{id}/{rest...}"), 0, Kind::kSandbox},
      {RoutePattern("/api/v1/sandbox/{id}/{rest...}"), 0, Kind::kSandbox},
      {RoutePattern("/gateway/{user_ns}/{job_id}/{rest...}"), 1, Kind::kSandbox},
      {RoutePattern("/v1/kernels/{id}/{rest...}"), 0, Kind::kKernel},
      {RoutePattern("/sessions/{id}"), 0, Kind::kName},
      {RoutePattern("/exposed/{key}/{rest...}"), 0, Kind::kPort},
  };
  return kPaths;
}

// Below /api/v1/sandbox/, beside the names of sandboxes.
constexpr std::array<std::string_view, 2> kNoNames = {"expose", "status:batchGet"};

// What E2B's clients do inside a sandbox, which their headers name.
constexpr std::array<std::string_view, 6> kInside = {
    "/files", "/filesystem.Filesystem/", "/process.Process/", "/execute", "/contexts", "/health"};

bool IsInside(std::string_view path) {
  return std::any_of(kInside.begin(), kInside.end(), [&](std::string_view prefix) {
    return StartsWith(path, prefix) &&
           (prefix.back() == '/' || path.size() == prefix.size() || path[prefix.size()] == '/');
  });
}

// What POST and GET /v1/kernels are about.
Named NamedKernel(const HttpRequest& request) {
  std::string sandbox = Query(request.query).Get("sandbox");
  std::string name;
  if (request.method == "POST") {
    JsonError error;
    const auto body = JsonDocument::Parse(request.body, &error);
    if (!body) return {};
    sandbox = TextAt(body->root(), "sandbox");
    name = TextAt(body->root(), "name");
  }
  if (!sandbox.empty()) return {Kind::kSandbox, sandbox};
  return name.empty() ? Named() : Named{Kind::kName, name, kNativeKind};
}

}  // namespace

Named NamedBy(const HttpRequest& request) {
  // It opens nothing else.
  if (request.caller != nullptr && !request.caller->sandbox.empty()) {
    return {Kind::kSandbox, request.caller->sandbox};
  }
  if (IsInside(request.path)) {
    if (const auto address = AddressOf(request)) return {Kind::kSandbox, address->id};
    const std::string_view session = request.Header("x-session-id");
    if (request.path == "/execute" && !session.empty()) {
      return {Kind::kName, std::string(session), kSessionKind};
    }
    return {};
  }
  if (request.path == "/v1/kernels") return NamedKernel(request);
  for (const NamingPath& path : NamingPaths()) {
    const auto parameters = path.pattern.Match(request.path);
    if (!parameters) continue;
    const std::string& id = (*parameters)[path.parameter];
    const bool is_name = std::find(kNoNames.begin(), kNoNames.end(), id) == kNoNames.end();
    return is_name ? Named{path.kind, id, kSessionKind} : Named();
  }
  return {};
}

}  // namespace assay
