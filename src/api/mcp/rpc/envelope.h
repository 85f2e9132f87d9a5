// What a request of a revision without handshake says about itself: its revision in `_meta`, and
// over HTTP the same once more in headers, for those who route without reading bodies. A header
// that says something else than the body is refused, since one of them would be a lie. Pure,
// thread-safe.
#pragma once

#include <optional>
#include <string>

#include "api/mcp/rpc/protocol_version.h"
#include "api/mcp/rpc/rpc_message.h"
#include "net/http.h"

namespace assay {

// The header in which HTTP requests name their revision, whichever it is.
inline constexpr char kMcpVersionHeader[] = "mcp-protocol-version";

// Whether the request names its revision. A handshake never does, whatever stands in it.
bool HasEnvelope(const RpcMessage& request);

struct Envelope {
  const McpVersion* version = nullptr;  // null: refused
  RpcFault fault = {};
};
// `http`: where the request came from; null: another transport.
Envelope ReadEnvelope(const RpcMessage& request, const HttpRequest* http);

// The error for a revision that this server doesn't speak.
RpcFault UnsupportedVersion(const std::string& requested);

}  // namespace assay
