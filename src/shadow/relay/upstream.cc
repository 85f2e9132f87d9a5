#include "shadow/relay/upstream.h"

#include "net/http_client.h"

namespace assay::shadow {

Result<UpstreamAddress> ParseUpstream(const std::string& url) {
  constexpr const char* kForm = "give http://HOST[:PORT][/PATH] or https://…";
  const auto parsed = ParseHttpUrl(url);
  if (!parsed) {
    return InvalidField("relay.against", "against",
                        "\"" + url + "\" is no http or https URL; " + kForm);
  }
  if (!parsed->bare) {
    return InvalidField("relay.against", "against",
                        "the URL has a user, a query or a fragment; " + std::string(kForm));
  }
  UpstreamAddress result;
  result.tls = parsed->scheme == "https";
  result.host = parsed->host;
  if (result.host.size() > 2 && result.host.front() == '[') {
    result.host = result.host.substr(1, result.host.size() - 2);
  }
  result.port = parsed->port;
  result.authority = parsed->host;
  if (result.port != (result.tls ? "443" : "80")) result.authority += ":" + result.port;
  result.prefix = parsed->path;
  while (!result.prefix.empty() && result.prefix.back() == '/') result.prefix.pop_back();
  result.url = parsed->scheme + "://" + result.authority + result.prefix;
  return result;
}

}  // namespace assay::shadow
