#include "shadow/log/exchange_line.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::shadow {
namespace {

constexpr std::array<std::string_view, 4> kHarmlessHeaders = {"content-type", "content-encoding",
                                                              "content-length", "retry-after"};
constexpr std::array<std::string_view, 3> kHarmlessParameters = {"score", "profile", "reply"};

bool IsHarmless(const std::string& header) {
  const std::string name = AsciiLower(header);
  return StartsWith(name, "x-assay-") || std::find(kHarmlessHeaders.begin(), kHarmlessHeaders.end(),
                                                   name) != kHarmlessHeaders.end();
}

void WriteHeaders(const char* key, const HeaderList& headers, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const auto& [name, value] : headers) {
    if (IsHarmless(name)) json->BeginArray().Bytes(name).Bytes(value).EndArray();
  }
  json->EndArray();
}

// As a text where it is one.
void WriteBody(const std::string& key, const std::string& body, JsonWriter* json) {
  if (IsValidUtf8(body)) {
    json->Key(key).String(body);
  } else {
    json->Key(key + "_base64").String(Base64Encode(body));
  }
}

bool ReadBody(JsonValue object, const std::string& key, std::string* body, std::string* fault) {
  const JsonValue text = object.Find(key);
  if (text.Is(JsonType::kString)) {
    *body = text.String();
    return true;
  }
  const JsonValue coded = object.Find(key + "_base64");
  if (!coded) {
    if (!text || text.IsNull()) return true;
    *fault = key + ": must be a text";
    return false;
  }
  auto bytes = coded.Is(JsonType::kString) ? Base64Decode(coded.String()) : std::nullopt;
  if (!bytes) {
    *fault = key + "_base64: must be a text in base64";
    return false;
  }
  *body = *std::move(bytes);
  return true;
}

bool ReadHeaders(JsonValue object, const char* key, HeaderList* headers, std::string* fault) {
  const JsonValue list = object.Find(key);
  if (!list || list.IsNull()) return true;
  bool sound = list.Is(JsonType::kArray);
  for (const JsonValue pair : sound ? list.Items() : std::vector<JsonValue>()) {
    const auto parts = pair.Is(JsonType::kArray) ? pair.Items() : std::vector<JsonValue>();
    sound = sound && parts.size() == 2 && parts[0].Is(JsonType::kString) &&
            parts[1].Is(JsonType::kString);
    if (sound) headers->emplace_back(parts[0].String(), parts[1].String());
  }
  if (!sound) *fault = std::string(key) + R"(: must be a list of pairs, [["Content-Type", "…"]])";
  return sound;
}

}  // namespace

std::string WithoutSecrets(std::string_view target) {
  const size_t mark = target.find('?');
  std::string kept(target.substr(0, mark));
  // A server of ours as the sandbox may be asked with a token in the path.
  constexpr std::string_view kTokenPath = "/t/";
  if (StartsWith(kept, kTokenPath)) kept.erase(0, kept.find('/', kTokenPath.size()));
  if (mark == std::string_view::npos) return kept;
  char before = '?';
  for (size_t at = mark + 1; at <= target.size();) {
    const size_t end = std::min(target.find('&', at), target.size());
    const std::string_view parameter = target.substr(at, end - at);
    const std::string_view name = parameter.substr(0, parameter.find('='));
    const bool harmless = std::find(kHarmlessParameters.begin(), kHarmlessParameters.end(), name) !=
                          kHarmlessParameters.end();
    kept += before;
    kept += harmless ? parameter : name;
    before = '&';
    at = end + 1;
  }
  return kept;
}

std::string ExchangeLine(const Exchange& exchange) {
  JsonWriter json(exchange.request_body.size() + exchange.reply_body.size() + 512);
  json.BeginObject();
  if (exchange.arrived_unix_ms > 0) json.Key("arrived_unix_ms").Int(exchange.arrived_unix_ms);
  if (exchange.seconds >= 0) json.Key("seconds").Double(exchange.seconds);
  json.Key("method").Bytes(exchange.method).Key("target").Bytes(WithoutSecrets(exchange.target));
  WriteHeaders("request_headers", exchange.request_headers, &json);
  WriteBody("request_body", exchange.request_body, &json);
  json.Key("status").Int(exchange.status);
  WriteHeaders("reply_headers", exchange.reply_headers, &json);
  WriteBody("reply_body", exchange.reply_body, &json);
  if (!exchange.fault.empty()) json.Key("fault").Bytes(exchange.fault);
  return json.EndObject().Take();
}

std::optional<Exchange> ReadExchange(JsonValue object, std::string* fault) {
  Exchange exchange;
  exchange.method = TextAt(object, "method");
  exchange.target = TextAt(object, "target");
  exchange.fault = TextAt(object, "fault");
  if (exchange.method.empty()) *fault = "method: is missing, \"POST\" say";
  if (exchange.target.empty()) *fault = "target: is missing, \"/run_code\" say";
  const JsonValue status = object.Find("status");
  if (!status.Is(JsonType::kNumber)) *fault = "status: must be the reply's HTTP status, a number";
  if (!fault->empty()) return std::nullopt;
  exchange.status = static_cast<int>(NumberAt(object, "status"));
  exchange.arrived_unix_ms = static_cast<int64_t>(NumberAt(object, "arrived_unix_ms"));
  const JsonValue seconds = object.Find("seconds");
  if (seconds.Is(JsonType::kNumber)) exchange.seconds = seconds.Double();
  if (!ReadHeaders(object, "request_headers", &exchange.request_headers, fault) ||
      !ReadHeaders(object, "reply_headers", &exchange.reply_headers, fault) ||
      !ReadBody(object, "request_body", &exchange.request_body, fault) ||
      !ReadBody(object, "reply_body", &exchange.reply_body, fault)) {
    return std::nullopt;
  }
  if (exchange.status == 0 && exchange.fault.empty()) exchange.fault = "there is no reply";
  return exchange;
}

}  // namespace assay::shadow
