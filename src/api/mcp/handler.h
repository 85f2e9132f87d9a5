// McpHandler: what each method of the protocol does, for every revision and both transports. Knows
// no sessions and no connections.
//
// Thread-safe. `backend` and `beat` outlive every call.
#pragma once

#include <memory>
#include <string>

#include "api/mcp/call.h"
#include "api/mcp/progress_beat.h"
#include "api/mcp/rpc/protocol_version.h"
#include "api/mcp/rpc/rpc_message.h"

namespace assay {

class McpHandler {
 public:
  McpHandler(McpBackend& backend, ProgressBeat& beat) : backend_(backend), beat_(beat) {}

  // The result of a handshake, as JSON-RPC.
  static std::string Greet(const RpcMessage& request, const McpVersion& agreed);

  // Answers at once, and returns null; or starts a call, which may be over already. REQUIRES: a
  // request of `version`, not `initialize`.
  std::shared_ptr<McpCall> Handle(const RpcMessage& request, const McpVersion& version,
                                  const McpSinkPtr& sink) const;

 private:
  std::shared_ptr<McpCall> CallTool(const RpcMessage& request, const McpVersion& version,
                                    const McpSinkPtr& sink) const;
  std::shared_ptr<McpCall> ReadResource(const RpcMessage& request, const McpVersion& version,
                                        const McpSinkPtr& sink) const;
  std::shared_ptr<McpCall> ListResources(const RpcMessage& request, const McpVersion& version,
                                         const McpSinkPtr& sink) const;
  std::shared_ptr<McpCall> Begin(const RpcMessage& request, McpQuestion question,
                                 McpCall::Render render, const McpSinkPtr& sink) const;

  McpBackend& backend_;
  ProgressBeat& beat_;
};

}  // namespace assay
