#include "api/e2b/connect_door.h"

#include "api/e2b/door.h"

namespace assay {
namespace {

const std::string kService = "/process.Process";

ConnectCode CodeOf(int status) {
  switch (status) {
    case 400: return ConnectCode::kInvalidArgument;
    case 501: return ConnectCode::kUnimplemented;
    default: return ConnectCode::kUnavailable;
  }
}

}  // namespace

FoundSandbox FindForConnect(const E2bDeps& deps, const HttpRequest& http) {
  FoundBox found = FindBox(deps, http);
  if (found.sandbox == nullptr) return {nullptr, {CodeOf(found.status), std::move(found.message)}};
  if (std::string fault = FaultOfUser(http); !fault.empty()) {
    return {nullptr, {ConnectCode::kInvalidArgument, std::move(fault)}};
  }
  return {std::move(found.sandbox)};
}

void RegisterE2bProcesses(Router& router, const E2bDeps& deps, ProcessService& processes) {
  processes.Register(
      router,
      {kService, [deps](const ConnectCall& call) { return FindForConnect(deps, *call.http); },
       ConnectCode::kUnavailable});
  AddConnectStream<process::ListRequest>(
      router, kService + "/StreamInput",
      [](const ConnectCall&, const process::ListRequest&, const ConnectStreamPtr& stream) {
        stream->Fail({ConnectCode::kUnimplemented,
                      "input isn't taken as a stream here: send it by SendInput"});
      });
}

}  // namespace assay
