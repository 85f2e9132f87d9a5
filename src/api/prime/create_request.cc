#include "api/prime/create_request.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;
constexpr size_t kMaxLabels = 100;
constexpr size_t kLongestWord = 256;
// Of a start command, and of a variable: longer ones no program can be given (MAX_ARG_STRLEN).
constexpr size_t kLongestText = 128 << 10;
constexpr size_t kMostVariables = 1024;
#ifdef __aarch64__
constexpr const char* kArch = "arm64";
#else
constexpr const char* kArch = "amd64";
#endif

// What containers are given so that they stay. A sandbox stays anyway.
bool OnlyWaits(const std::string& command) {
  return command == "tail -f /dev/null" || command == "sleep infinity";
}

// What is told again as it came is kept for as long as the sandbox is known.
std::string ReadShort(FieldReader& reader, std::string_view name, Presence presence) {
  std::string text = reader.String(name, presence).value_or("");
  if (text.size() <= kLongestWord) return text;
  reader.Fault(name, "string_too_long", "at most " + std::to_string(kLongestWord) + " bytes");
  return {};
}

void ReadStartCommand(FieldReader& reader, JsonValue body, PrimeCreate* create) {
  const JsonValue value = body.Find("start_command");
  if (!value || value.IsNull()) return;
  if (value.raw().size() >= kLongestText) {
    return reader.Fault("start_command", "too_long",
                        "must be shorter than 128 KiB: upload a script and start that");
  }
  create->facts.start_command = value.raw();
  ProcessSpec spec;
  if (value.Is(JsonType::kString)) {
    const std::string command = value.String();
    if (command.empty() || OnlyWaits(command)) return;
    spec.argv = {"/bin/sh", "-c", command};
  } else {
    FieldErrors faults;
    FieldReader fields(value, {}, &faults);
    const auto executable = fields.String("executable", Presence::kRequired);
    if (!value.Is(JsonType::kObject) || !executable || executable->empty()) {
      return reader.Fault("start_command", "value_error",
                          "must be a command, or {\"executable\": …, \"args\": […]}");
    }
    spec.argv = fields.Strings("args", Presence::kOptionalOrNull);
    spec.argv.insert(spec.argv.begin(), *executable);
    if (!faults.empty()) return reader.Fault("start_command", "value_error", "args: not texts");
  }
  create->request.start = std::move(spec);
}

void ReadEnvironment(FieldReader& reader, std::string_view name,
                     std::map<std::string, std::string>* env) {
  const JsonValue object = reader.Object(name, Presence::kOptionalOrNull);
  if (!object) return;
  if (object.Count() > kMostVariables) {
    return reader.Fault(name, "too_long", "at most " + std::to_string(kMostVariables));
  }
  for (const auto& [key, value] : object.Members()) {
    if (!value.Is(JsonType::kString)) {
      reader.Fault(name, "string_type", key + ": must be a text");
    } else if (value.raw().size() >= kLongestText) {
      reader.Fault(name, "too_long", key + ": must be shorter than 128 KiB");
    } else {
      (*env)[key] = value.String();
    }
  }
}

// A number above zero, in `unit`s.
void ReadAmount(FieldReader& reader, std::string_view name, double otherwise, double unit,
                double* amount) {
  const double value = reader.Number(name, Presence::kOptionalOrNull).value_or(otherwise);
  if (!(value > 0) || value > 1e6) {
    reader.Fault(name, "greater_than", "must be above 0, and at most 1000000");
  }
  *amount = value * unit;
}

void ReadLimits(FieldReader& reader, const SandboxPolicy& policy, LiveLimits* limits) {
  double memory = 0;
  double disk = 0;
  ReadAmount(reader, "cpu_cores", 1, 1, &limits->cpus);
  ReadAmount(reader, "memory_gb", 1, kGiB, &memory);
  ReadAmount(reader, "disk_size_gb", 5, kGiB, &disk);
  limits->memory_bytes = std::llround(memory);
  // Clients ask for 5 GB without being asked to. What is written counts as memory here, so that
  // all of that would never be had; the answer says what it is.
  const LiveLimits usual = UsualLimits(policy.max_limits, limits->memory_bytes);
  limits->disk_bytes = std::min<int64_t>(std::llround(disk), usual.disk_bytes);
}

void ReadLifetimes(FieldReader& reader, const SandboxPolicy& policy, SandboxRequest* request) {
  using std::chrono::minutes;
  const int64_t lifetime = reader.Int("timeout_minutes", Presence::kOptionalOrNull).value_or(60);
  if (lifetime > 1'000'000) {
    reader.Fault("timeout_minutes", "less_than_equal", "must be at most 1000000");
  } else {
    // Without an end there is the operator's longest.
    request->lifetime = lifetime > 0 ? Nanoseconds(minutes(lifetime)) : policy.max_lifetime;
  }
  const auto idle = reader.Int("idle_timeout_minutes", Presence::kOptionalOrNull);
  if (!idle) return;
  if (*idle < 1 || *idle > 1'000'000) {
    return reader.Fault("idle_timeout_minutes", "greater_than_equal", "must be 1 to 1000000");
  }
  request->idle = minutes(*idle);
}

// What Prime has and this server doesn't.
void RefuseOthers(FieldReader& reader, JsonValue body) {
  if (reader.Int("gpu_count", Presence::kOptionalOrNull).value_or(0) > 0) {
    reader.Fault("gpu_count", "value_error", "sandboxes of this server have no GPUs");
  }
  if (reader.String("checkpoint_id", Presence::kOptionalOrNull)) {
    reader.Fault("checkpoint_id", "value_error", "this server keeps no checkpoints: name an image");
  }
  const JsonValue volumes = body.Find("volumes");
  if (volumes && volumes.Count() > 0) {
    reader.Fault("volumes", "value_error", "this server has no volumes: upload the files");
  }
  const auto arch = reader.String("arch", Presence::kOptionalOrNull);
  if (arch && *arch != kArch) {
    reader.Fault("arch", "value_error", std::string("this server's is ") + kArch);
  }
}

}  // namespace

std::optional<EgressPolicy> ParsePrimeEgress(FieldReader& reader, std::string_view allow,
                                             std::string_view deny) {
  const bool allows = bool(reader.Array(allow, Presence::kOptionalOrNull));
  const bool denies = bool(reader.Array(deny, Presence::kOptionalOrNull));
  if (allows && denies) {
    reader.Fault(deny, "value_error", "there is " + std::string(allow) + ", too: give one of them");
    return std::nullopt;
  }
  if (!allows && !denies) return std::nullopt;
  EgressPolicy policy;
  policy.hosts = reader.Strings(allows ? allow : deny, Presence::kOptionalOrNull);
  if (denies) {
    policy.kind = EgressPolicy::Kind::kDeny;
  } else if (!policy.hosts.empty()) {
    policy.kind = EgressPolicy::Kind::kAllow;
  }
  return policy;
}

std::optional<PrimeCreate> ParsePrimeCreate(JsonValue body, const SandboxPolicy& policy,
                                            FieldErrors* errors) {
  PrimeCreate create;
  SandboxRequest& request = create.request;
  PrimeFacts& facts = create.facts;
  FieldReader reader(body, {}, errors);
  request.name = ReadShort(reader, "name", Presence::kRequired);
  RefuseOthers(reader, body);
  facts.docker_image = ReadShort(reader, "docker_image", Presence::kRequired);
  facts.vm = reader.Bool("vm", Presence::kOptionalOrNull).value_or(true);
  ReadStartCommand(reader, body, &create);
  ReadLimits(reader, policy, &request.box.limits);
  ReadLifetimes(reader, policy, &request);
  ReadEnvironment(reader, "environment_vars", &request.env);
  ReadEnvironment(reader, "secrets", &request.env);
  facts.labels = reader.Strings("labels", Presence::kOptionalOrNull);
  if (facts.labels.size() > kMaxLabels) {
    reader.Fault("labels", "too_long", "at most " + std::to_string(kMaxLabels));
  }
  for (const std::string& label : facts.labels) request.labels[label];
  facts.team_id = ReadShort(reader, "team_id", Presence::kOptionalOrNull);
  facts.region = ReadShort(reader, "region", Presence::kOptionalOrNull);
  request.idempotency_key = ReadShort(reader, "idempotency_key", Presence::kOptionalOrNull);
  if (const auto egress = ParsePrimeEgress(reader, "network_allowlist", "network_denylist")) {
    request.egress = *egress;
  }
  if (!errors->empty()) return std::nullopt;
  return create;
}

}  // namespace assay
