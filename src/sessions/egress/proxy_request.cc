#include "sessions/egress/proxy_request.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "sessions/egress/addresses.h"
#include "sessions/egress/egress_rules.h"

namespace assay {
namespace {

Error Refused(const char* why) {
  return Error{ErrorCode::kInvalidArgument, "egress.request", 0, why};
}

// "example.com:443", "[::1]:80"; the port may be left out if there is a default.
bool ParseAuthority(std::string_view text, int default_port, ProxyRequest* request) {
  std::string_view host = text, port;
  if (StartsWith(text, "[")) {
    const size_t close = text.find(']');
    if (close == text.npos) return false;
    host = text.substr(1, close - 1);
    port = text.substr(close + 1);
    const auto address = IpAddress::Parse(host);
    if (!address) return false;
    request->host = address->ToString();
  } else {
    const size_t colon = text.find(':');
    host = text.substr(0, colon);
    port = colon == text.npos ? std::string_view() : text.substr(colon);
    request->host = NormalizeHost(host);
  }
  if (request->host.empty()) return false;
  request->port = default_port;
  if (port.empty()) return default_port != 0;
  const char* const end = port.data() + port.size();
  const auto parsed = std::from_chars(port.data() + 1, end, request->port);
  return port.front() == ':' && port.size() > 1 && parsed.ec == std::errc() && parsed.ptr == end &&
         request->port > 0 && request->port < 65536;
}

bool IsToken(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool HasControls(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
}

}  // namespace

Result<ProxyRequest> ParseProxyRequest(std::string_view head) {
  const auto line = [&head]() -> std::string_view {
    const size_t end = head.find("\r\n");
    const std::string_view text = head.substr(0, end);
    head.remove_prefix(end == head.npos ? head.size() : end + 2);
    return text;
  };
  const std::string_view first = line();
  const size_t space = first.find(' ');
  const size_t last = first.rfind(' ');
  if (space == first.npos || last == space || HasControls(first)) {
    return Refused("this is no HTTP request");
  }
  const std::string_view method = first.substr(0, space);
  std::string_view target = first.substr(space + 1, last - space - 1);
  const std::string_view version = first.substr(last + 1);
  if (!IsToken(method) || target.find(' ') != target.npos ||
      (version != "HTTP/1.1" && version != "HTTP/1.0")) {
    return Refused("this is no HTTP/1 request");
  }
  ProxyRequest request;
  request.connect = method == "CONNECT";
  if (request.connect) {
    if (!ParseAuthority(target, 0, &request)) return Refused("CONNECT needs host:port");
    return request;
  }
  constexpr std::string_view kScheme = "http://";
  if (AsciiLower(target.substr(0, kScheme.size())) != kScheme) {
    return Refused("a proxy takes CONNECT, or a URL that begins with http://");
  }
  target.remove_prefix(kScheme.size());
  const std::string_view authority = target.substr(0, target.find_first_of("/?#"));
  target.remove_prefix(authority.size());
  if (!ParseAuthority(authority, 80, &request)) return Refused("the URL has no host");
  const std::string_view path = target.substr(0, target.find('#'));
  request.head.append(method).append(" ");
  if (!StartsWith(path, "/")) request.head += "/";
  request.head.append(path).append(" HTTP/1.1\r\nHost: ").append(authority).append("\r\n");
  for (std::string_view field = line(); !field.empty(); field = line()) {
    const size_t colon = field.find(':');
    const std::string_view name = field.substr(0, colon);
    if (colon == field.npos || !IsToken(name) || HasControls(field)) {
      return Refused("a header of the request is none");
    }
    const std::string lower = AsciiLower(name);
    if (lower == "host" || lower == "connection" || lower == "keep-alive" ||
        StartsWith(lower, "proxy-")) {
      continue;
    }
    request.head.append(field).append("\r\n");
  }
  request.head += "Connection: close\r\n\r\n";
  return request;
}

}  // namespace assay
