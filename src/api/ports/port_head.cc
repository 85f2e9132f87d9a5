#include "api/ports/port_head.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "net/form/query.h"

namespace assay {
namespace {

// Tokens of this server, cookies that a browser has for other services of this host, and the
// address of the page before, which may have a token in its path.
constexpr std::array<std::string_view, 9> kOfClient = {
    "authorization", "cookie",  "e2b-traffic-access-token", "expect",   "forwarded",
    "host",          "referer", "x-access-token",           "x-api-key"};
constexpr std::string_view kOurs = "x-assay-";
// What proxies in front of us add, tokens of their logins among it.
constexpr std::array<std::string_view, 4> kOfProxies = {"x-forwarded-", "x-auth-request-",
                                                        "x-amzn-oidc-", "cf-access-"};

// What a browser would keep, or do, for the whole origin; a question for a password in our name;
// and what is said anew.
constexpr std::array<std::string_view, 19> kOfOrigin = {"accept-ch",
                                                        "alt-svc",
                                                        "clear-site-data",
                                                        "critical-ch",
                                                        "nel",
                                                        "origin-agent-cluster",
                                                        "public-key-pins",
                                                        "referrer-policy",
                                                        "report-to",
                                                        "reporting-endpoints",
                                                        "server",
                                                        "service-worker-allowed",
                                                        "set-cookie",
                                                        "set-cookie2",
                                                        "set-login",
                                                        "strict-transport-security",
                                                        "use-as-dictionary",
                                                        "www-authenticate",
                                                        "x-content-type-options"};

template <size_t kSize>
bool IsOneOf(const std::array<std::string_view, kSize>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Where a redirection leads below our paths: the program knows only its own.
std::string MoveLocation(const std::string& location, const PortPlace& place) {
  for (const char* host : {"localhost", "127.0.0.1"}) {
    const std::string own = "http://" + std::string(host) + ":" + std::to_string(place.port);
    if (location == own || StartsWith(location, own + "/")) {
      return place.prefix + location.substr(own.size());
    }
  }
  // Two slashes begin another host's name.
  const bool is_path = StartsWith(location, "/") && !StartsWith(location, "//");
  const bool is_moved = location == place.prefix || StartsWith(location, place.prefix + "/");
  return is_path && !is_moved ? place.prefix + location : location;
}

}  // namespace

std::string PortRequestHead(const HttpRequest& http, const PortPlace& place,
                            std::string_view rest) {
  const bool has_body = !http.body.empty() || !http.Header("content-length").empty() ||
                        !http.Header("transfer-encoding").empty();
  HeaderList headers = http.headers;
  DropHeadersOfConnection(&headers);
  std::erase_if(headers, [](const auto& header) {
    const bool of_proxy =
        std::any_of(kOfProxies.begin(), kOfProxies.end(),
                    [&](std::string_view prefix) { return StartsWith(header.first, prefix); });
    return of_proxy || IsOneOf(kOfClient, header.first) || StartsWith(header.first, kOurs);
  });
  std::string head = http.method + " /" + PercentEncode(rest, kPlainInPath);
  if (!http.query.empty()) head += "?" + http.query;
  head += " HTTP/1.1\r\nhost: localhost:" + std::to_string(place.port) + "\r\n";
  for (const auto& [name, value] : headers) head += name + ": " + value + "\r\n";
  head += "x-forwarded-prefix: " + place.prefix + "\r\nconnection: close\r\n";
  if (has_body) head += "content-length: " + std::to_string(http.body.size()) + "\r\n";
  return head + "\r\n";
}

std::optional<HttpResponse> PortAnswerHead(int status, HeaderList headers, const PortPlace& place) {
  if (status < 200 || status > 599) return std::nullopt;
  DropHeadersOfConnection(&headers);
  HttpResponse response;
  response.status = status;
  response.content_type.clear();
  for (auto& [name, value] : headers) {
    if (IsOneOf(kOfOrigin, name) || StartsWith(name, kOurs)) continue;
    if (name == "content-type") {
      if (response.content_type.empty()) response.content_type = std::move(value);
      continue;
    }
    if (name == "location") value = MoveLocation(value, place);
    response.headers.emplace_back(std::move(name), std::move(value));
  }
  // A browser gives such a page an origin of its own and runs no scripts in it: those of ours would
  // have whatever the visitor may do here. It reads nothing as a script that isn't said to be one,
  // and tells no other site the path, which may have a token in it.
  response.headers.emplace_back("content-security-policy", "sandbox");
  response.headers.emplace_back("x-content-type-options", "nosniff");
  response.headers.emplace_back("referrer-policy", "no-referrer");
  return response;
}

}  // namespace assay
