#include "net/site_guard.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>

#include "base/text.h"
#include "net/http_text.h"

namespace assay {
namespace {

std::optional<boost::asio::ip::address> AddressOf(const std::string& name) {
  boost::system::error_code ec;
  const auto address = boost::asio::ip::make_address(name, ec);
  if (ec) return std::nullopt;
  return address;
}

// "[::1]:8080" -> "::1", "LocalHost.:80" -> "localhost": without port, brackets and a dot at the
// end.
std::string NameOf(std::string_view host) {
  host = TrimAsciiSpace(host);
  if (StartsWith(host, "[")) {
    host = host.substr(1, std::min(host.find(']'), host.size()) - 1);
  } else if (std::count(host.begin(), host.end(), ':') == 1) {
    host = host.substr(0, host.find(':'));
  }
  if (!host.empty() && host.back() == '.') host.remove_suffix(1);
  return AsciiLower(host);
}

bool IsLocalName(const std::string& name) {
  constexpr std::string_view kBelow = ".localhost";
  if (name == "localhost") return true;
  if (name.size() > kBelow.size() && name.substr(name.size() - kBelow.size()) == kBelow) {
    return true;
  }
  const auto address = AddressOf(name);
  return address && address->is_loopback();
}

// Host and port of an origin, or of a Host header with the origin's scheme: "a:80" for "http://a".
std::string WithPort(std::string_view authority, std::string_view scheme) {
  std::string text = AsciiLower(TrimAsciiSpace(authority));
  const size_t colon = text.rfind(':');
  const size_t bracket = text.rfind(']');
  if (colon == text.npos || (bracket != text.npos && colon < bracket)) {
    text += scheme == "https" ? ":443" : ":80";
  }
  return text;
}

bool SameOrigin(std::string_view origin, std::string_view host, bool tls) {
  const size_t end = origin.find("://");
  if (end == origin.npos) return false;  // "null"
  const std::string scheme = AsciiLower(origin.substr(0, end));
  if (tls && scheme != "https") return false;
  return WithPort(origin.substr(end + 3), scheme) == WithPort(host, scheme);
}

// Somebody follows a link of another site to the page for browsers: a new document, which has no
// data, isn't in that site's frame, and asks for what it shows as this server's own.
bool IsLinkToThePage(const HttpRequest& request) {
  return request.method == "GET" && request.Header("sec-fetch-mode") == "navigate" &&
         request.Header("sec-fetch-dest") == "document" &&
         (request.path == "/" || request.path == "/ui" || StartsWith(request.path, "/ui/"));
}

}  // namespace

SiteGuard::SiteGuard(bool local, const std::string& host, const std::vector<std::string>& allowed,
                     bool asks, bool tls)
    : local_(local), asks_(asks), tls_(tls) {
  if (local) names_.push_back(NameOf(host));
  for (const std::string& name : allowed) {
    if (name == "*") any_ = true;
    names_.push_back(NameOf(name));
  }
}

bool SiteGuard::Accepts(std::string_view host) const {
  if (any_ || (!local_ && names_.empty())) return true;
  const std::string name = NameOf(host);
  if (std::find(names_.begin(), names_.end(), name) != names_.end()) return true;
  return local_ ? IsLocalName(name) : AddressOf(name).has_value();
}

std::optional<std::string> SiteGuard::WhyRefused(const HttpRequest& request) const {
  const bool of_page = !request.Header("origin").empty();
  for (const auto& [name, value] : request.headers) {
    if (name != "host") continue;
    const bool may_be_rebound = !asks_ && of_page && !local_ && names_.empty() &&
                                !IsLocalName(NameOf(value)) && !AddressOf(NameOf(value));
    if (!Accepts(value) || may_be_rebound) {
      return "the host name '" + value + "' is not one of this server's: start it with " +
             "--allowed-hosts '" + NameOf(value) + "' if it is meant to be";
    }
  }
  const std::string site = AsciiLower(TrimAsciiSpace(request.Header("sec-fetch-site")));
  const std::string_view origin = request.Header("origin");
  const bool foreign = !site.empty()
                           ? site != "same-origin" && site != "none"
                           : !origin.empty() && !SameOrigin(origin, request.Header("host"), tls_);
  if (!foreign || IsLinkToThePage(request)) return std::nullopt;
  return "web pages of other sites" + (origin.empty() ? "" : " (" + std::string(origin) + ")") +
         " may not use this server: send the request from a program, or through a server of the "
         "page's own site that passes on neither Origin nor Sec-Fetch-Site";
}

HttpResponse SiteGuard::Refusal(std::string_view why) {
  HttpResponse response;
  response.status = 403;
  response.body = ErrorText(403, why);
  return response;
}

}  // namespace assay
