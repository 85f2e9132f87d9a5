#include "api/prime/answers.h"

#include <cmath>

#include "api/shared/responses.h"
#include "text/strict_json.h"
#include "text/utc_time.h"

namespace assay {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

int64_t Minutes(Nanoseconds time) {
  return std::llround(std::ceil(ToSeconds(time) / 60));
}

void WriteStrings(std::string_view name, const std::vector<std::string>& values, JsonWriter* json) {
  json->Key(name).BeginArray();
  for (const std::string& value : values) json->Bytes(value);
  json->EndArray();
}

void WriteOptional(std::string_view name, const std::string& value, JsonWriter* json) {
  if (!value.empty()) json->Key(name).Bytes(value);
}

}  // namespace

PrimeState PrimeStateOf(const SandboxInfo& info) {
  switch (info.state) {
    case SandboxState::kStarting: return {"PROVISIONING", "", ""};
    case SandboxState::kRunning: return {"RUNNING", "", ""};
    case SandboxState::kPaused: return {"PAUSED", "", ""};
    case SandboxState::kEnded: break;
  }
  switch (info.end) {
    case SandboxEnd::kIdle:
      return {"TIMEOUT", "TIMEOUT", "nobody used the sandbox for its idle time"};
    case SandboxEnd::kLifetime: return {"TIMEOUT", "TIMEOUT", "the sandbox's lifetime was over"};
    case SandboxEnd::kLost: return {"ERROR", "SANDBOX_LOST", info.message};
    case SandboxEnd::kShutdown: return {"ERROR", "SANDBOX_LOST", "the server is shutting down"};
    case SandboxEnd::kFailed: return {"ERROR", "IMAGE_PULL_FAILED", info.message};
    case SandboxEnd::kNot:
    case SandboxEnd::kDeleted: break;
  }
  return {"TERMINATED", "", ""};
}

std::string PrimeTime(WallTime time) {
  return UtcTime(time, 6);
}

void WritePrimeSandbox(const PrimeSandbox& sandbox, JsonWriter* json) {
  const auto& [box, info, facts] = sandbox;
  const SandboxRequest& request = info.request;
  const LiveLimits& limits = request.box.limits;
  const PrimeState state = PrimeStateOf(info);
  json->Key("id").Bytes(info.id).Key("name").Bytes(request.name);
  json->Key("dockerImage").Bytes(facts.docker_image);
  if (!facts.start_command.empty()) WriteStrict(facts.start_command, &json->Key("startCommand"));
  json->Key("cpuCores").Double(limits.cpus);
  json->Key("memoryGB").Double(static_cast<double>(limits.memory_bytes) / kGiB);
  json->Key("diskSizeGB").Double(static_cast<double>(limits.disk_bytes) / kGiB);
  json->Key("diskMountPath").String(kLiveHome).Key("gpuCount").Int(0);
  json->Key("vm").Bool(facts.vm).Key("status").String(state.status);
  json->Key("timeoutMinutes").Int(request.lifetime ? Minutes(*request.lifetime) : -1);
  if (request.idle) json->Key("idleTimeoutMinutes").Int(Minutes(*request.idle));
  if (request.egress.kind == EgressPolicy::Kind::kAllow) {
    WriteStrings("networkAllowlist", request.egress.hosts, json);
  } else if (request.egress.kind == EgressPolicy::Kind::kDeny) {
    WriteStrings("networkDenylist", request.egress.hosts, json);
  }
  WriteStrings("labels", facts.labels, json);
  json->Key("createdAt").String(PrimeTime(info.created));
  json->Key("updatedAt").String(PrimeTime(info.changed));
  json->Key("startedAt").String(PrimeTime(info.created));
  if (info.ended) json->Key("terminatedAt").String(PrimeTime(*info.ended));
  if (info.state == SandboxState::kEnded) {
    json->Key("terminationReason").String(kSandboxEndNames.NameOf(info.end));
  }
  if (!state.error_type.empty()) {
    json->Key("errorType").String(state.error_type).Key("errorMessage").Bytes(state.message);
  }
  if (info.draining) json->Key("draining").Bool(true);
  json->Key("userId").Bytes(info.tenant);
  WriteOptional("teamId", facts.team_id, json);
  WriteOptional("region", facts.region, json);
}

std::string PrimeSandboxJson(const PrimeSandbox& sandbox) {
  JsonWriter json;
  json.BeginObject();
  WritePrimeSandbox(sandbox, &json);
  return json.EndObject().Take();
}

void WritePrimeAuth(const PrimeAuth& auth, JsonWriter* json) {
  json->BeginObject().Key("gateway_url").Bytes(auth.gateway_url);
  json->Key("user_ns").String(auth.user_ns).Key("job_id").Bytes(auth.job_id);
  json->Key("token").String(auth.token).Key("expires_at").String(PrimeTime(auth.expires));
  json->EndObject();
}

void SendPrimeError(const HttpReplyPtr& reply, int status, std::string_view detail) {
  SendError(reply, ErrorStyle::kCompatible, status, "", detail);
}

void SendPrimeFailure(const HttpReplyPtr& reply, const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kUnsupported:
    case ErrorCode::kPermission: return SendPrimeError(reply, 422, error.message);
    case ErrorCode::kResource:
    case ErrorCode::kUnavailable:
    case ErrorCode::kCancelled: return SendPrimeError(reply, 503, error.ToString());
    case ErrorCode::kInternal: return SendPrimeError(reply, 500, error.ToString());
  }
}

void SendNoSandboxes(const HttpReplyPtr& reply) {
  SendPrimeError(reply, 501, "this server has no sandboxes that live (docs/sandboxes.md)");
}

void SendPrimeUnknown(const HttpReplyPtr& reply, const std::string& id) {
  SendPrimeError(reply, 404, "there is no sandbox " + id + ", or it ended long ago");
}

}  // namespace assay
