#include "api/mcp/rpc/rpc_message.h"

#include <algorithm>

#include "text/json_writer.h"

namespace assay {
namespace {

// Far above what any client makes up; ids are kept while requests are under way.
constexpr size_t kLongestId = 256;
constexpr size_t kLongestMethod = 128;

// JSON may have line ends between its values, and pieces of it come from elsewhere. Within a
// string there are none, so that a blank in their place changes nothing.
std::string OneLine(std::string json) {
  std::replace(json.begin(), json.end(), '\n', ' ');
  std::replace(json.begin(), json.end(), '\r', ' ');
  return json;
}

bool IsWhole(std::string_view number) {
  return number.find_first_of(".eE") == number.npos && number.find_first_of("NI") == number.npos;
}

RpcMessage Invalid(RpcMessage message, std::string fault) {
  message.kind = RpcMessage::Kind::kInvalid;
  message.fault = std::move(fault);
  return message;
}

RpcMessage ReadMessage(JsonValue json) {
  RpcMessage message;
  if (!json.Is(JsonType::kObject)) return Invalid(message, "a message is a JSON object");
  const JsonValue id = json.Find("id");
  if (id) {
    const bool whole = id.Is(JsonType::kNumber) && IsWhole(id.raw());
    if (!(whole || id.Is(JsonType::kString)) || id.raw().size() > kLongestId) {
      return Invalid(message, "id: is a whole number or a string of at most " +
                                  std::to_string(kLongestId) + " bytes");
    }
    message.id = std::string(id.raw());
  }
  const JsonValue version = json.Find("jsonrpc");
  if (!version.Is(JsonType::kString) || version.String() != "2.0") {
    return Invalid(message, R"(jsonrpc: is "2.0" in every message)");
  }
  const JsonValue method = json.Find("method");
  if (!method) {
    if (!id || (!json.Find("result") && !json.Find("error"))) {
      return Invalid(message, "method: is missing");
    }
    message.kind = RpcMessage::Kind::kResponse;
    return message;
  }
  if (!method.Is(JsonType::kString) || method.raw().size() > kLongestMethod) {
    return Invalid(message,
                   "method: is a string of at most " + std::to_string(kLongestMethod) + " bytes");
  }
  const JsonValue params = json.Find("params");
  if (params && !params.IsNull() && !params.Is(JsonType::kObject)) {
    return Invalid(message, "params: is an object");
  }
  message.method = method.String();
  if (params.Is(JsonType::kObject)) message.params = params;
  message.kind = id ? RpcMessage::Kind::kRequest : RpcMessage::Kind::kNotification;
  return message;
}

}  // namespace

RpcInput ReadRpc(JsonValue root) {
  RpcInput input;
  if (!root.Is(JsonType::kArray)) {
    input.messages.push_back(ReadMessage(root));
    return input;
  }
  input.batch = true;
  for (const JsonValue& item : root.Items()) input.messages.push_back(ReadMessage(item));
  return input;
}

std::string RpcResult(const std::string& id, std::string_view result) {
  JsonWriter json(result.size() + 64);
  json.BeginObject().Key("jsonrpc").String("2.0").Key("id").Raw(id).Key("result").Raw(result);
  return OneLine(json.EndObject().Take());
}

std::string RpcError(const std::string& id, const RpcFault& fault) {
  JsonWriter json;
  json.BeginObject().Key("jsonrpc").String("2.0").Key("id").Raw(id).Key("error").BeginObject();
  json.Key("code").Int(fault.code).Key("message").Bytes(fault.message);
  if (!fault.data.empty()) json.Key("data").Raw(fault.data);
  return OneLine(json.EndObject().EndObject().Take());
}

std::string RpcNotification(std::string_view method, std::string_view params) {
  JsonWriter json;
  json.BeginObject().Key("jsonrpc").String("2.0").Key("method").String(method);
  return OneLine(json.Key("params").Raw(params).EndObject().Take());
}

}  // namespace assay
