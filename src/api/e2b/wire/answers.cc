#include "api/e2b/wire/answers.h"

#include <cerrno>

#include "api/e2b/wire/rfc3339.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

int StatusOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument: return error.sys_errno == ENOENT ? 404 : 400;
    case ErrorCode::kResource:
    case ErrorCode::kUnavailable: return 503;
    case ErrorCode::kPermission: return 403;
    case ErrorCode::kUnsupported: return 501;
    case ErrorCode::kCancelled:
    case ErrorCode::kInternal: break;
  }
  return 500;
}

int64_t Megabytes(int64_t bytes) {
  return bytes >> 20;
}

// Whole processors, as the field wants them.
int64_t Processors(double cpus) {
  return std::max<int64_t>(1, static_cast<int64_t>(cpus + 0.5));
}

}  // namespace

void SendE2bError(const HttpReplyPtr& reply, int status, std::string_view message) {
  JsonWriter json;
  json.BeginObject().Key("code").Int(status).Key("message").Bytes(message).EndObject();
  HttpResponse response;
  response.status = status;
  response.body = json.Take();
  if (status == 503) response.headers = {{"retry-after", "1"}};
  reply->Send(std::move(response));
}

void SendE2bError(const HttpReplyPtr& reply, const Error& error, const Sandbox* sandbox) {
  if (sandbox != nullptr && sandbox->Info().state == SandboxState::kEnded) {
    return SendE2bNotFound(reply, sandbox->id());
  }
  std::string message = error.message.empty() ? error.ToString() : error.message;
  if (!error.field.empty()) message = error.field + ": " + message;
  SendE2bError(reply, StatusOf(error), message);
}

void SendE2bNotFound(const HttpReplyPtr& reply, std::string_view id) {
  SendE2bError(reply, 404, "sandbox '" + std::string(id) + "' was not found");
}

std::string TemplateOf(const SandboxInfo& info) {
  const std::string& image = info.request.box.image;
  return image.empty() ? std::string(kBaseTemplate) : image;
}

void SendE2bSandbox(const HttpReplyPtr& reply, int status, const E2bDeps& deps,
                    const Sandbox& sandbox) {
  const SandboxInfo info = sandbox.Info();
  JsonWriter json;
  json.BeginObject().Key("sandboxID").Bytes(info.id).Key("templateID").Bytes(TemplateOf(info));
  json.Key("alias").Bytes(TemplateOf(info)).Key("clientID").String("assay");
  json.Key("envdVersion").String(kEnvdVersion).Key("domain").Null();
  if (deps.book != nullptr) {
    const auto token = deps.book->TokenOf(info);
    if (!token.ok()) return SendE2bError(reply, token.error(), nullptr);
    json.Key("envdAccessToken").String(*token).Key("trafficAccessToken").String(*token);
  }
  SendJson(reply, status, json.EndObject().Take());
}

void WriteE2bInfo(const SandboxInfo& info, std::string_view token, JsonWriter* json) {
  const LiveLimits& limits = info.request.box.limits;
  json->BeginObject().Key("sandboxID").Bytes(info.id).Key("templateID").Bytes(TemplateOf(info));
  json->Key("alias").Bytes(TemplateOf(info)).Key("clientID").String("assay");
  json->Key("envdVersion").String(kEnvdVersion);
  json->Key("state").String(info.state == SandboxState::kPaused ? "paused" : "running");
  json->Key("startedAt").String(Rfc3339(info.created));
  json->Key("endAt").String(Rfc3339(info.expires.value_or(info.created)));
  json->Key("cpuCount").Int(Processors(limits.cpus));
  json->Key("memoryMB").Int(Megabytes(limits.memory_bytes));
  json->Key("diskSizeMB").Int(Megabytes(limits.disk_bytes));
  json->Key("allowInternetAccess").Bool(info.request.egress.kind != EgressPolicy::Kind::kNone);
  json->Key("metadata").BeginObject();
  for (const auto& [name, value] : info.request.labels) {
    if (name != kAutoResumeLabel) json->Key(name).Bytes(value);
  }
  json->EndObject();
  if (info.draining) json->Key("draining").Bool(true);
  if (!token.empty()) json->Key("envdAccessToken").String(token);
  json->EndObject();
}

}  // namespace assay
