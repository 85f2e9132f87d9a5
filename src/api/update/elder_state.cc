#include "api/update/elder_state.h"

#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

double SecondsOf(WallTime time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

WallTime TimeOf(double seconds) {
  return WallTime{
      std::chrono::duration_cast<WallTime::duration>(std::chrono::duration<double>(seconds))};
}

template <typename Value, typename Write>
void WriteIf(std::string_view key, const std::optional<Value>& value, JsonWriter* json,
             Write write) {
  if (value) json->Key(key).Double(write(*value));
}

std::optional<double> NumberIf(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kNumber) ? std::optional(value.Double()) : std::nullopt;
}

std::optional<Nanoseconds> DurationIf(const JsonValue& object, std::string_view key) {
  const auto seconds = NumberIf(object, key);
  return seconds ? std::optional(FromSeconds(*seconds)) : std::nullopt;
}

std::optional<WallTime> TimeIf(const JsonValue& object, std::string_view key) {
  const auto seconds = NumberIf(object, key);
  return seconds ? std::optional(TimeOf(*seconds)) : std::nullopt;
}

// None where there is no such array, as of another version.
std::vector<JsonValue> ItemsAt(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kArray) ? value.Items() : std::vector<JsonValue>();
}

int64_t WholeAt(const JsonValue& object, std::string_view key) {
  return static_cast<int64_t>(NumberAt(object, key));
}

void WriteSandboxInfo(const SandboxInfo& info, JsonWriter* json) {
  const SandboxRequest& request = info.request;
  const LiveLimits& limits = request.box.limits;
  json->BeginObject().Key("id").Bytes(info.id).Key("tenant").Bytes(info.tenant);
  json->Key("name").Bytes(request.name).Key("image").Bytes(request.box.image);
  json->Key("key").Bytes(request.idempotency_key);
  json->Key("cpus").Double(limits.cpus).Key("memory").Int(limits.memory_bytes);
  json->Key("disk").Int(limits.disk_bytes).Key("files").Int(limits.files);
  json->Key("processes").Int(limits.processes).Key("labels").BeginObject();
  for (const auto& [key, value] : request.labels) json->Key(key).Bytes(value);
  json->EndObject().Key("egress").Int(static_cast<int64_t>(request.egress.kind));
  json->Key("hosts").BeginArray();
  for (const std::string& host : request.egress.hosts) json->Bytes(host);
  json->EndArray();
  WriteIf("lifetime_s", request.lifetime, json, ToSeconds);
  WriteIf("idle_s", request.idle, json, ToSeconds);
  json->Key("state").String(kSandboxStateNames.NameOf(info.state));
  json->Key("end").String(kSandboxEndNames.NameOf(info.end)).Key("message").Bytes(info.message);
  json->Key("created").Double(SecondsOf(info.created));
  json->Key("changed").Double(SecondsOf(info.changed));
  WriteIf("ended", info.ended, json, SecondsOf);
  WriteIf("expires", info.expires, json, SecondsOf);
  json->Key("running").Int(info.running_processes).EndObject();
}

std::optional<SandboxInfo> ReadSandboxInfo(const JsonValue& value) {
  SandboxInfo info;
  info.id = TextAt(value, "id");
  info.tenant = TextAt(value, "tenant");
  SandboxRequest& request = info.request;
  request.name = TextAt(value, "name");
  request.box.image = TextAt(value, "image");
  request.idempotency_key = TextAt(value, "key");
  request.box.limits = {NumberAt(value, "cpus"), WholeAt(value, "memory"), WholeAt(value, "disk"),
                        WholeAt(value, "files"), WholeAt(value, "processes")};
  if (const JsonValue labels = value.Find("labels"); labels.Is(JsonType::kObject)) {
    for (const auto& [key, label] : labels.Members()) request.labels[key] = label.String();
  }
  const int64_t egress = WholeAt(value, "egress");
  request.egress.kind = egress == 1   ? EgressPolicy::Kind::kAllow
                        : egress == 2 ? EgressPolicy::Kind::kDeny
                                      : EgressPolicy::Kind::kNone;
  for (const JsonValue& host : ItemsAt(value, "hosts")) {
    request.egress.hosts.push_back(host.String());
  }
  request.lifetime = DurationIf(value, "lifetime_s");
  request.idle = DurationIf(value, "idle_s");
  const auto state = kSandboxStateNames.Find(TextAt(value, "state"));
  const auto end = kSandboxEndNames.Find(TextAt(value, "end"));
  if (!state || !end || info.id.empty()) return std::nullopt;
  info.state = *state;
  info.end = *end;
  info.message = TextAt(value, "message");
  info.created = TimeOf(NumberAt(value, "created"));
  info.changed = TimeOf(NumberAt(value, "changed"));
  info.ended = TimeIf(value, "ended");
  info.expires = TimeIf(value, "expires");
  info.running_processes = static_cast<int>(WholeAt(value, "running"));
  info.draining = info.state != SandboxState::kEnded;
  return info;
}

}  // namespace

std::string WriteElderState(const ElderState& state) {
  JsonWriter json;
  json.BeginObject().Key("sandboxes").BeginArray();
  for (const SandboxInfo& info : state.sandboxes) WriteSandboxInfo(info, &json);
  json.EndArray().Key("kernels").BeginArray();
  for (const ElderKernel& kernel : state.kernels) {
    json.BeginObject().Key("tenant").Bytes(kernel.name.tenant).Key("kind").Bytes(kernel.name.kind);
    json.Key("name").Bytes(kernel.name.name).Key("id").Bytes(kernel.id).EndObject();
  }
  json.EndArray().Key("tokens").BeginArray();
  for (const BoxTokens::Copy& token : state.tokens) {
    json.BeginObject().Key("sandbox").Bytes(token.sandbox).Key("tenant").Bytes(token.tenant);
    json.Key("hash").Bytes(token.hash).Key("shared").Bytes(token.shared);
    WriteIf("left_s", token.left, &json, ToSeconds);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::optional<ElderState> ReadElderState(std::string_view json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document || !document->root().Find("sandboxes").Is(JsonType::kArray)) return std::nullopt;
  const JsonValue root = document->root();
  ElderState state;
  for (const JsonValue& value : ItemsAt(root, "sandboxes")) {
    auto info = ReadSandboxInfo(value);
    if (!info) return std::nullopt;
    state.sandboxes.push_back(*std::move(info));
  }
  for (const JsonValue& value : ItemsAt(root, "kernels")) {
    state.kernels.push_back(
        {{TextAt(value, "tenant"), TextAt(value, "kind"), TextAt(value, "name")},
         TextAt(value, "id")});
  }
  for (const JsonValue& value : ItemsAt(root, "tokens")) {
    state.tokens.push_back({TextAt(value, "sandbox"), TextAt(value, "tenant"),
                            TextAt(value, "hash"), DurationIf(value, "left_s"),
                            TextAt(value, "shared")});
  }
  return state;
}

}  // namespace assay
