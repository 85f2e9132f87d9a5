#include "api/sessions/wire/sandbox_answer.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "api/shared/responses.h"
#include "base/text.h"
#include "text/utc_time.h"

namespace assay {
namespace {

constexpr int64_t kMebibyte = 1 << 20;

std::string_view NameOf(FileKind kind) {
  switch (kind) {
    case FileKind::kFile: return "file";
    case FileKind::kDirectory: return "directory";
    case FileKind::kLink: return "link";
    case FileKind::kOther: return "other";
  }
  return "other";
}

void WriteEgress(const EgressPolicy& policy, JsonWriter* json) {
  json->Key("egress");
  if (policy.kind == EgressPolicy::Kind::kNone) {
    json->Null();
    return;
  }
  json->BeginObject()
      .Key(policy.kind == EgressPolicy::Kind::kAllow ? "allow" : "deny")
      .BeginArray();
  for (const std::string& host : policy.hosts) json->Bytes(host);
  json->EndArray().EndObject();
}

// Of what the box itself says about files.
SandboxFault OfErrno(const Error& error) {
  switch (error.sys_errno) {
    case ENOENT:
    case ENOTDIR: return {404, "no_such_file", error.message};
    case EISDIR: return {409, "is_a_directory", error.message};
    case ENOTEMPTY:
    case EEXIST: return {409, "exists", error.message};
    case EACCES:
    case EPERM:
    case EROFS:
    case EBUSY:
    case ETXTBSY: return {409, "not_permitted", error.message};
    case EOVERFLOW: return {413, "too_many_entries", error.message};
    case EFBIG: return {413, "too_large", error.message, error.field};
    case ENOSPC:
    case EDQUOT: return {507, "disk_full", error.message};
    case ENOMEM: return {507, "resource_exhausted", error.message, "memory_mb"};
    case EAGAIN: return {507, "resource_exhausted", error.message, "processes"};
    case ECONNREFUSED: return {502, "nothing_listens", error.message};
    case ETIMEDOUT: return {504, "deadline", error.message};
    case EPIPE:
    case EPROTO:
      return {.status = 503, .code = "unavailable", .message = error.message, .retry = true};
    default: return {422, "value_error", error.message, error.field};
  }
}

// The box names the path alone.
std::string WithReason(const Error& error) {
  return error.message + ": " + std::generic_category().message(error.sys_errno);
}

}  // namespace

void WriteSandbox(const SandboxInfo& info, JsonWriter* json) {
  const SandboxRequest& request = info.request;
  const LiveLimits& limits = request.box.limits;
  json->BeginObject().Key("id").Bytes(info.id).Key("name").Bytes(request.name);
  json->Key("tenant").Bytes(info.tenant);
  json->Key("state").String(kSandboxStateNames.NameOf(info.state));
  json->Key("reason");
  if (info.end == SandboxEnd::kNot) {
    json->Null();
  } else {
    json->String(kSandboxEndNames.NameOf(info.end));
  }
  json->Key("message").Bytes(info.message);
  json->Key("image");
  if (request.box.image.empty()) {
    json->Null();
  } else {
    json->Bytes(request.box.image);
  }
  json->Key("limits").BeginObject().Key("cpus").Double(limits.cpus);
  json->Key("memory_mb").Int(limits.memory_bytes / kMebibyte);
  json->Key("disk_mb").Int(limits.disk_bytes / kMebibyte);
  json->Key("processes").Int(limits.processes).EndObject();
  json->Key("labels").BeginObject();
  for (const auto& [key, value] : request.labels) json->Key(key).Bytes(value);
  json->EndObject();
  WriteEgress(request.egress, json);
  const auto seconds = [&](std::string_view key, const std::optional<Nanoseconds>& value) {
    json->Key(key);
    value ? json->Double(ToSeconds(*value)) : json->Null();
  };
  seconds("lifetime_s", request.lifetime);
  seconds("idle_s", request.idle);
  const auto moment = [&](std::string_view key, const std::optional<WallTime>& value) {
    json->Key(key);
    value ? json->String(UtcTime(*value, 3)) : json->Null();
  };
  moment("created_at", info.created);
  moment("changed_at", info.changed);
  moment("expires_at", info.expires);
  moment("ended_at", info.ended);
  json->Key("running_processes").Int(info.running_processes);
  json->Key("draining").Bool(info.draining).EndObject();
}

void SendSandbox(const HttpReplyPtr& reply, int status, const SandboxInfo& info) {
  JsonWriter json;
  WriteSandbox(info, &json);
  SendJson(reply, status, json.Take());
}

void WriteFile(const FileInfo& info, JsonWriter* json) {
  json->BeginObject().Key("path").Bytes(info.path);
  if (!IsValidUtf8(info.path)) json->Key("path_base64").String(Base64Encode(info.path));
  json->Key("kind").String(NameOf(info.kind)).Key("bytes").Int(info.bytes);
  json->Key("mode").String(fmt::format("{:04o}", info.mode & 07777));
  const WallTime modified{
      std::chrono::duration_cast<WallTime::duration>(std::chrono::nanoseconds(info.modified_ns))};
  json->Key("modified_at").String(UtcTime(modified, 3));
  if (info.kind == FileKind::kLink) json->Key("link_target").Bytes(info.link_target);
  json->EndObject();
}

void WriteProcess(const Execution& execution, JsonWriter* json) {
  const auto known = execution.request();
  const ExecutionRequest& request = *known;
  json->BeginObject().Key("pid");
  if (const auto pid = execution.pid()) {
    json->Int(*pid);
  } else {
    json->Null();
  }
  json->Key("running").Bool(!execution.ended()).Key("argv").BeginArray();
  for (const std::string& argument : request.process.argv) json->Bytes(argument);
  json->EndArray().Key("directory").Bytes(request.process.directory);
  json->Key("terminal").Bool(request.process.terminal);
  json->Key("key").Bytes(request.key).Key("tag").Bytes(request.tag).EndObject();
}

void WriteBytes(std::string_view name, std::string_view bytes, JsonWriter* json) {
  if (IsValidUtf8(bytes)) {
    json->Key(name).String(bytes);
  } else {
    json->Key("base64").String(Base64Encode(bytes));
  }
}

SandboxFault FaultOf(const Error& error, const Sandbox* sandbox, std::string_view field) {
  if (sandbox != nullptr && error.code != ErrorCode::kInvalidArgument) {
    const SandboxInfo info = sandbox->Info();
    // Where the server was stopped it is our failure, as the error says.
    if (info.state == SandboxState::kEnded && info.end != SandboxEnd::kShutdown) {
      const std::string reason(kSandboxEndNames.NameOf(info.end));
      return {.status = 409,
              .code = "ended",
              .message = "the sandbox " + info.id + " has ended: " + reason +
                         (info.message.empty() ? "" : ", " + info.message),
              .reason = reason};
    }
  }
  SandboxFault fault;
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      // Where there is no sandbox yet, no file of it can be missing.
      fault = sandbox == nullptr && error.sys_errno != EEXIST
                  ? SandboxFault{422, "value_error", error.message}
                  : OfErrno(error);
      break;
    case ErrorCode::kResource:
      if (error.sys_errno == ENOSPC || error.sys_errno == EDQUOT) {
        fault = OfErrno(error);
      } else {
        fault = {.status = 429, .code = "overloaded", .message = error.message, .retry = true};
      }
      break;
    case ErrorCode::kUnsupported: fault = {501, "unsupported", error.message}; break;
    case ErrorCode::kUnavailable:
      if (error.sys_errno == ETIMEDOUT) {
        fault = {504, "deadline", error.message};
        break;
      }
      [[fallthrough]];
    case ErrorCode::kCancelled:
      fault = {.status = 503, .code = "unavailable", .message = error.ToString(), .retry = true};
      break;
    case ErrorCode::kPermission:
    case ErrorCode::kInternal: fault = {500, "infrastructure", error.ToString()}; break;
  }
  if (!error.field.empty()) fault.field = error.field;
  if (fault.field.empty()) fault.field = field;
  return fault;
}

SandboxFault StartFaultOf(const Error& error, const Sandbox& sandbox) {
  const bool directory = error.stage == "sandbox.directory";
  SandboxFault fault = FaultOf(error, &sandbox, directory ? "directory" : "command");
  if (error.code == ErrorCode::kInvalidArgument && !IsUsedUp(error)) {
    if (directory || error.stage == "sandbox.exec") fault.message = WithReason(error);
    fault.status = error.sys_errno == EEXIST ? 409 : 422;
    fault.code = error.sys_errno == EEXIST ? "exists" : "cannot_start";
    if (error.sys_errno == EEXIST) fault.field = "key";
  }
  return fault;
}

void WriteFault(const SandboxFault& fault, JsonWriter* json) {
  json->BeginObject().Key("code").String(fault.code).Key("message").Bytes(fault.message);
  if (!fault.field.empty()) json->Key("field").Bytes(fault.field);
  if (!fault.reason.empty()) json->Key("reason").String(fault.reason);
  json->EndObject();
}

void SendFault(const HttpReplyPtr& reply, const SandboxFault& fault) {
  JsonWriter json;
  json.BeginObject().Key("error");
  WriteFault(fault, &json);
  HttpResponse response;
  response.status = fault.status;
  response.body = json.EndObject().Take();
  if (fault.retry) response.headers = {{"retry-after", "1"}};
  reply->Send(std::move(response));
}

}  // namespace assay
