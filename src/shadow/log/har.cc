#include "shadow/log/har.h"

#include <fmt/format.h>

#include <ctime>
#include <string>

#include "base/text.h"
#include "text/json_member.h"

namespace assay::shadow {
namespace {

HeaderList HeadersOf(JsonValue message) {
  HeaderList headers;
  const JsonValue list = message.Find("headers");
  if (!list.Is(JsonType::kArray)) return headers;
  for (const JsonValue header : list.Items()) {
    const std::string name = AsciiLower(TextAt(header, "name"));
    // A log holds bodies as they are after decoding.
    if (name != "content-encoding") headers.emplace_back(name, TextAt(header, "value"));
  }
  return headers;
}

// What stands behind the host of an absolute URL.
std::string TargetOf(const std::string& url) {
  const size_t scheme = url.find("://");
  const size_t path = url.find('/', scheme == std::string::npos ? 0 : scheme + 3);
  const std::string target = path == std::string::npos ? "/" : url.substr(path);
  return target.substr(0, target.find('#'));
}

// Of "2026-11-22T12:00:00.123+01:00"; 0 when it isn't such a text.
int64_t UnixMs(const std::string& text) {
  std::tm when = {};
  const char* rest = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &when);
  if (rest == nullptr) return 0;
  int64_t ms = static_cast<int64_t>(::timegm(&when)) * 1000;
  std::string_view left = rest;
  if (!left.empty() && left[0] == '.') {
    int64_t scale = 100;
    size_t at = 1;
    for (; at < left.size() && left[at] >= '0' && left[at] <= '9'; ++at, scale /= 10) {
      ms += (left[at] - '0') * scale;
    }
    left = left.substr(at);
  }
  int hours = 0, minutes = 0;
  if (left.size() >= 6 && std::sscanf(left.data() + 1, "%2d:%2d", &hours, &minutes) == 2) {
    const int64_t offset = (hours * 60 + minutes) * 60'000LL;
    ms += left[0] == '-' ? offset : -offset;
  }
  return ms;
}

void ReadReplyBody(JsonValue response, Exchange* exchange) {
  const JsonValue content = response.Find("content");
  const JsonValue text = content.Find("text");
  if (!text.Is(JsonType::kString)) {
    // Of an empty reply there is nothing to hold.
    if (NumberAt(content, "size") > 0) exchange->fault = "the log doesn't hold the reply's body";
    return;
  }
  exchange->reply_body = text.String();
  if (TextAt(content, "encoding") != "base64") return;
  auto bytes = Base64Decode(exchange->reply_body);
  if (!bytes) exchange->fault = "the log's reply is no base64";
  exchange->reply_body = std::move(bytes).value_or("");
}

}  // namespace

Status ForEachHarEntry(JsonValue log, const std::function<void(Exchange)>& on_exchange) {
  const auto invalid = [](std::string message) {
    return Error{ErrorCode::kInvalidArgument, "har", 0, std::move(message)};
  };
  const JsonValue entries = log.Find("log").Find("entries");
  if (!entries.Is(JsonType::kArray)) return invalid("log.entries: must be a list");
  size_t number = 0;
  for (const JsonValue entry : entries.Items()) {
    const JsonValue request = entry.Find("request");
    const JsonValue response = entry.Find("response");
    const std::string where = fmt::format("log.entries[{}]", number++);
    Exchange exchange;
    exchange.method = TextAt(request, "method");
    if (exchange.method.empty()) return invalid(where + ".request.method: is missing");
    const std::string url = TextAt(request, "url");
    if (url.empty()) return invalid(where + ".request.url: is missing");
    exchange.target = TargetOf(url);
    exchange.arrived_unix_ms = UnixMs(TextAt(entry, "startedDateTime"));
    if (const JsonValue ms = entry.Find("time"); ms.Is(JsonType::kNumber) && ms.Double() > 0) {
      exchange.seconds = ms.Double() / 1000;
    }
    exchange.request_headers = HeadersOf(request);
    const JsonValue post = request.Find("postData");
    exchange.request_body = TextAt(post, "text");
    if (TextAt(post, "encoding") == "base64") {
      exchange.request_body = Base64Decode(exchange.request_body).value_or("");
    }
    exchange.status = static_cast<int>(NumberAt(response, "status"));
    exchange.reply_headers = HeadersOf(response);
    // Browsers and proxies write 0 for a reply that never came.
    if (exchange.status <= 0) {
      exchange.status = 0;
      exchange.fault = "there is no reply";
    } else {
      ReadReplyBody(response, &exchange);
    }
    on_exchange(std::move(exchange));
  }
  return Status();
}

}  // namespace assay::shadow
