#include "api/kernels/kernel_json.h"

#include <fmt/chrono.h>

#include <algorithm>

#include "api/kernels/kernel_deps.h"

namespace assay {
namespace {

constexpr double kMostOutputBytes = 64 << 20;
constexpr auto kOptional = Presence::kOptionalOrNull;

// "2026-11-22T17:04:00Z"
std::string TimeText(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::map<std::string, std::string> Environment(FieldReader& reader, FieldErrors* errors) {
  std::map<std::string, std::string> environment;
  const JsonValue env = reader.Object("env", kOptional);
  if (!env) return environment;
  for (const auto& [name, value] : env.Members()) {
    if (name.empty() || name.find('=') != name.npos || name.find('\0') != name.npos) {
      reader.Fault("env", "value_error", "a name is empty, or has a '=' or a zero in it");
      continue;
    }
    if (const auto text = ReadString(value, reader.Path("env") / name, errors)) {
      environment[name] = *text;
    }
  }
  return environment;
}

std::optional<Nanoseconds> Seconds(FieldReader& reader, std::string_view name) {
  const auto seconds = reader.Number(name, kOptional);
  if (!seconds) return std::nullopt;
  if (*seconds > 0) return FromSeconds(*seconds);
  reader.Fault(name, "greater_than", "Input should be greater than 0");
  return std::nullopt;
}

}  // namespace

OpenKernelRequest ParseOpenKernel(JsonValue body, const SandboxPolicy& policy,
                                  FieldErrors* errors) {
  FieldReader reader(body, {}, errors);
  OpenKernelRequest request;
  request.name = reader.String("name", kOptional).value_or("");
  request.directory = reader.String("directory", kOptional).value_or("");
  request.sandbox_id = reader.String("sandbox", kOptional).value_or("");
  if (!request.sandbox_id.empty()) {
    for (const char* field : {"image", "env", "lifetime_s", "idle_s", "memory_bytes", "cpus"}) {
      const JsonValue value = body.Find(field);
      if (!value || value.IsNull()) continue;
      reader.Fault(field, "value_error",
                   "is of a new sandbox; `sandbox` names one that has what it has");
    }
  }
  request.sandbox.name = request.name;
  request.sandbox.box.image = reader.String("image", kOptional).value_or("");
  request.sandbox.env = Environment(reader, errors);
  request.sandbox.lifetime = Seconds(reader, "lifetime_s");
  request.sandbox.idle = Seconds(reader, "idle_s");
  LiveLimits& limits = request.sandbox.box.limits;
  const auto memory = reader.Int("memory_bytes", kOptional);
  limits = UsualLimits(policy.max_limits, memory);
  if (const auto cpus = reader.Number("cpus", kOptional)) limits.cpus = *cpus;
  return request;
}

ExecuteRequest ParseExecute(JsonValue body, FieldErrors* errors) {
  FieldReader reader(body, {}, errors);
  ExecuteRequest request;
  request.cell.code = reader.Text("code", Presence::kRequired).value_or("");
  request.cell.input = reader.Text("stdin", kOptional).value_or("");
  request.cell.env = Environment(reader, errors);
  if (const auto seconds = reader.Number("timeout_s", kOptional)) {
    request.cell.timeout = CellTime(*seconds);
  }
  if (const auto bytes = reader.Number("output_bytes", kOptional)) {
    request.cell.output_bytes = static_cast<int64_t>(std::clamp(*bytes, 0.0, kMostOutputBytes));
  }
  request.stream = reader.Bool("stream", kOptional).value_or(false);
  return request;
}

void WriteKernel(const KernelEntry& entry, JsonWriter* json) {
  const KernelInfo info = entry.kernel->Info();
  json->BeginObject().Key("id").String(entry.kernel->id());
  json->Key("name").Bytes(entry.name.name).Key("language").String(kKernelLanguage);
  json->Key("sandbox").Bytes(entry.kernel->sandbox()->id());
  json->Key("state").String(kKernelStateNames.NameOf(info.state));
  json->Key("python").Bytes(info.python).Key("cells").Int(info.cells);
  json->Key("waiting").Int(info.waiting).Key("restarts").Int(info.restarts);
  json->Key("created").String(TimeText(info.created)).Key("used").String(TimeText(info.used));
  json->EndObject();
}

void WriteEvent(const CellEvent& event, JsonWriter* json) {
  switch (event.kind) {
    case CellEvent::Kind::kStdout:
    case CellEvent::Kind::kStderr:
      json->Key("event").String(event.kind == CellEvent::Kind::kStdout ? "stdout" : "stderr");
      json->Key("text").String(event.text);
      break;
    case CellEvent::Kind::kResult:
    case CellEvent::Kind::kDisplay:
      json->Key("event").String(event.kind == CellEvent::Kind::kResult ? "result" : "display");
      json->Key("data").Raw(event.data);
      break;
    case CellEvent::Kind::kError:
      json->Key("event").String("error").Key("name").String(event.name);
      json->Key("value").String(event.value).Key("traceback").String(event.traceback);
      break;
  }
}

void WriteCellEnd(const CellEnd& end, JsonWriter* json) {
  json->Key("status").String(kCellStatusNames.NameOf(end.status)).Key("count").Int(end.count);
  json->Key("restarted").Bool(end.restarted);
  json->Key("restarted_before").Bool(end.restarted_before);
  json->Key("out_of_memory").Bool(end.out_of_memory).Key("message").Bytes(end.message);
  json->Key("dropped_bytes").Int(end.dropped).Key("duration_s").Double(ToSeconds(end.took));
}

}  // namespace assay
