// JSON-RPC 2.0, as far as the Model Context Protocol uses it: what a client sends, read into plain
// values, and what it gets, as text of one line (both transports need that). Pure, thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/caller.h"
#include "text/json_reader.h"
#include "trace/request_trace.h"

namespace assay {

// Codes of errors. Those below -32000 are JSON-RPC's, the next two the protocol's; our own lie
// outside of what either reserves.
namespace rpc_code {
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternal = -32603;
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kUnsupportedVersion = -32022;
inline constexpr int kCancelled = 499;
inline constexpr int kBusy = 429;
}  // namespace rpc_code

struct RpcFault {
  int code = 0;
  std::string message;
  std::string data = {};  // JSON; empty: none
};

struct RpcMessage {
  enum class Kind { kRequest, kNotification, kResponse, kInvalid };

  Kind kind = Kind::kInvalid;
  // JSON, as it was sent: "7", "\"a\"". "null" where there is none, or none that can be read.
  std::string id = "null";
  std::string method = {};
  JsonValue params = {};   // an object, or nothing. Refers to the document
  std::string fault = {};  // why it is invalid
  // Who sent it, where that is asked; set by the transport.
  std::shared_ptr<const Caller> caller = {};
  RequestTracePtr trace = {};  // of the request that brought it, or null
};

// What one line or one body holds.
struct RpcInput {
  std::vector<RpcMessage> messages;
  bool batch = false;  // they came in an array
};

// `root` is any value.
RpcInput ReadRpc(JsonValue root);

// `result`: JSON.
std::string RpcResult(const std::string& id, std::string_view result);
std::string RpcError(const std::string& id, const RpcFault& fault);
// `params`: JSON.
std::string RpcNotification(std::string_view method, std::string_view params);

}  // namespace assay
