// How requests to the gateway begin and fail: the sandbox that the path names, and the answers by
// which clients tell its end from everything else. Pure but for the reply; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "api/connect/process_service.h"
#include "api/prime/desk.h"
#include "base/result.h"
#include "net/http.h"

namespace assay {

// The sandbox of a gateway's path. Answers and returns null: 502 sandbox_not_found, 409
// sandbox_terminated.
SandboxPtr TakeGatewaySandbox(const PrimeDeskPtr& desk, const HttpRequest& http,
                              const std::vector<std::string>& parameters,
                              const HttpReplyPtr& reply);
// The same for a Connect call: not_found.
FoundSandbox FindGatewaySandbox(const PrimeDeskPtr& desk, const ConnectCall& call);

// What work in the sandbox failed with: 409 when it has ended, 404 for what isn't there, 507 when
// its disk is full, 400 for other faults of the request, 503 for ours and for what the box's
// programs killed.
void SendGatewayFailure(const HttpReplyPtr& reply, const Sandbox& sandbox, const Error& error);

}  // namespace assay
