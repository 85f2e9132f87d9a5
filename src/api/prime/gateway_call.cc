#include "api/prime/gateway_call.h"

#include <cerrno>
#include <system_error>

#include "api/prime/answers.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

// Of a sandbox that has ended: clients ask for its error context then, and raise what that says.
// Newer ones know 410, too; those before 0.3 know this one only.
constexpr int kEnded = 409;

void SendCoded(const HttpReplyPtr& reply, int status, std::string_view code,
               std::string_view detail) {
  JsonWriter json;
  json.BeginObject().Key("error").String(code).Key("detail").Bytes(detail);
  SendJson(reply, status, json.EndObject().Take());
}

std::string WhyGone(const SandboxInfo& info) {
  const PrimeState state = PrimeStateOf(info);
  std::string why = "the sandbox has ended";
  if (!state.message.empty()) why += ": " + state.message;
  return why;
}

}  // namespace

SandboxPtr TakeGatewaySandbox(const PrimeDeskPtr& desk, const HttpRequest& http,
                              const std::vector<std::string>& parameters,
                              const HttpReplyPtr& reply) {
  const auto found = desk == nullptr ? std::nullopt : desk->Find(http, parameters[1]);
  if (!found || found->sandbox == nullptr) {
    SendCoded(reply, 502, "sandbox_not_found",
              "there is no sandbox " + parameters[1] + ", or it ended long ago");
    return nullptr;
  }
  if (found->info.state == SandboxState::kEnded) {
    SendCoded(reply, kEnded, "sandbox_terminated", WhyGone(found->info));
    return nullptr;
  }
  return found->sandbox;
}

FoundSandbox FindGatewaySandbox(const PrimeDeskPtr& desk, const ConnectCall& call) {
  const std::string& id = call.parameters[1];
  const auto found = desk == nullptr ? std::nullopt : desk->Find(*call.http, id);
  if (!found || found->sandbox == nullptr) {
    return {nullptr, {ConnectCode::kNotFound, "there is no sandbox " + id}};
  }
  if (found->info.state == SandboxState::kEnded) {
    return {nullptr, {ConnectCode::kNotFound, WhyGone(found->info)}};
  }
  return {found->sandbox, {}};
}

void SendGatewayFailure(const HttpReplyPtr& reply, const Sandbox& sandbox, const Error& error) {
  const SandboxInfo info = sandbox.Info();
  if (info.state == SandboxState::kEnded) {
    return SendCoded(reply, kEnded, "sandbox_terminated", WhyGone(info));
  }
  // Of a process that can't start, the box names the path alone.
  std::string message = error.message;
  if (error.stage == "sandbox.directory") message = "directory: " + message;
  if (error.stage == "sandbox.directory" || error.stage == "sandbox.exec") {
    message += ": " + std::generic_category().message(error.sys_errno);
  }
  switch (error.sys_errno) {
    case ENOENT:
    case ENOTDIR: return SendPrimeError(reply, 404, message);
    case EACCES:
    case EPERM:
    case EROFS: return SendPrimeError(reply, 403, message);
    case ENOSPC:
    case EDQUOT: return SendPrimeError(reply, 507, "the sandbox's disk is full");
    case ENOMEM:
    case EAGAIN: return SendPrimeError(reply, 507, error.message);
    case EFBIG: return SendPrimeError(reply, 413, error.message);
    case ETIMEDOUT: return SendPrimeError(reply, 504, error.message);
    default: break;
  }
  if (error.code == ErrorCode::kInvalidArgument && !HasBrokenOff(error)) {
    return SendPrimeError(reply, 400, message);
  }
  if (error.code == ErrorCode::kInternal) return SendPrimeError(reply, 500, error.ToString());
  SendPrimeError(reply, 503, error.ToString());
}

}  // namespace assay
