#include "api/mcp/rpc/envelope.h"

#include <algorithm>

#include "base/text.h"
#include "text/excerpt.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr char kVersionKey[] = "io.modelcontextprotocol/protocolVersion";
constexpr char kCapabilitiesKey[] = "io.modelcontextprotocol/clientCapabilities";

Envelope Refused(int code, std::string message) {
  return {.fault = {.code = code, .message = std::move(message)}};
}

// A value that isn't plain ASCII comes as "=?base64?…?=".
std::string Decoded(std::string_view value) {
  constexpr std::string_view kBefore = "=?base64?", kAfter = "?=";
  if (value.size() < kBefore.size() + kAfter.size() || !StartsWith(value, kBefore) ||
      value.substr(value.size() - kAfter.size()) != kAfter) {
    return std::string(value);
  }
  value.remove_prefix(kBefore.size());
  value.remove_suffix(kAfter.size());
  return Base64Decode(value).value_or("");
}

// Which member of the parameters the header Mcp-Name repeats.
const char* NamedBy(const std::string& method) {
  if (method == "tools/call") return "name";
  if (method == "resources/read") return "uri";
  return nullptr;
}

// Why the headers don't fit the body; nothing when they do.
std::optional<std::string> Mismatch(const RpcMessage& request, const HttpRequest& http,
                                    const std::string& version) {
  const auto differs = [&](const char* header, const char* shown,
                           const std::string& body) -> std::optional<std::string> {
    const auto count = std::count_if(http.headers.begin(), http.headers.end(),
                                     [&](const auto& each) { return each.first == header; });
    const std::string fix = std::string(": send ") + shown + ": " + Excerpt(body);
    if (count == 0) return std::string(shown) + " header is missing" + fix;
    if (count > 1) return std::string(shown) + " header is there more than once" + fix;
    const std::string value = Decoded(http.Header(header));
    if (value == body) return std::nullopt;
    return std::string(shown) + " header says '" + Excerpt(value) + "', the body '" +
           Excerpt(body) + "'" + fix;
  };
  if (auto why = differs(kMcpVersionHeader, "MCP-Protocol-Version", version)) return why;
  if (auto why = differs("mcp-method", "Mcp-Method", request.method)) return why;
  const char* const member = NamedBy(request.method);
  if (member == nullptr) return std::nullopt;
  const JsonValue name = request.params.Find(member);
  if (!name.Is(JsonType::kString)) return std::nullopt;  // the method says what is wrong with it
  return differs("mcp-name", "Mcp-Name", name.String());
}

}  // namespace

bool HasEnvelope(const RpcMessage& request) {
  return request.method != "initialize" &&
         static_cast<bool>(request.params.Find("_meta").Find(kVersionKey));
}

Envelope ReadEnvelope(const RpcMessage& request, const HttpRequest* http) {
  const JsonValue meta = request.params.Find("_meta");
  for (const char* key : {kVersionKey, kCapabilitiesKey}) {
    if (meta.Find(key)) continue;
    return Refused(rpc_code::kInvalidParams, std::string("params._meta: '") + key +
                                                 "' is missing; requests without a session have "
                                                 "it. Sessions begin with 'initialize'");
  }
  const JsonValue named = meta.Find(kVersionKey);
  if (!named.Is(JsonType::kString)) {
    return Refused(rpc_code::kInvalidParams,
                   std::string("params._meta['") + kVersionKey + "']: is a string");
  }
  if (!meta.Find(kCapabilitiesKey).Is(JsonType::kObject)) {
    return Refused(rpc_code::kInvalidParams,
                   std::string("params._meta['") + kCapabilitiesKey + "']: is an object");
  }
  const std::string version = named.String();
  if (http != nullptr) {
    if (auto why = Mismatch(request, *http, version)) {
      return Refused(rpc_code::kHeaderMismatch, *std::move(why));
    }
  }
  const McpVersion* const found = FindMcpVersion(version);
  if (found == nullptr || found->handshake) return {.fault = UnsupportedVersion(version)};
  return {.version = found};
}

RpcFault UnsupportedVersion(const std::string& requested) {
  JsonWriter data;
  data.BeginObject().Key("supported").Raw(McpVersionArray(/*handshake=*/false));
  data.Key("requested").Bytes(Excerpt(requested)).EndObject();
  return {.code = rpc_code::kUnsupportedVersion,
          .message = "Unsupported protocol version '" + Excerpt(requested) +
                     "'; this server speaks " + McpVersionNames(),
          .data = data.Take()};
}

}  // namespace assay
