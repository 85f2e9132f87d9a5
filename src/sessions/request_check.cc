#include "sessions/request_check.h"

#include <string_view>

#include "base/work/fingerprint.h"
#include "sessions/egress/way_out.h"

namespace assay {
namespace {

constexpr const char* kStage = "sandbox.request";
constexpr size_t kMostNameBytes = 256;
constexpr size_t kMostLabelBytes = 64 << 10;
// What the kernel gives a program for its words and its environment.
constexpr size_t kMostProcessBytes = 2 << 20;

Error Fault(const std::string& field, const std::string& what) {
  return InvalidField(kStage, field, what);
}

template <typename Number>
Status CheckLimit(const char* field, Number value, Number most) {
  if (value > 0 && value <= most) return {};
  return Fault(field, "must be above 0 and at most " + std::to_string(most) +
                          ", which is the most that this server gives one sandbox");
}

Status CheckLimits(const LiveLimits& limits, const LiveLimits& most) {
  ASSAY_RETURN_IF_ERROR(CheckLimit("cpus", limits.cpus, most.cpus));
  ASSAY_RETURN_IF_ERROR(CheckLimit("memory_bytes", limits.memory_bytes, most.memory_bytes));
  ASSAY_RETURN_IF_ERROR(CheckLimit("disk_bytes", limits.disk_bytes, most.disk_bytes));
  ASSAY_RETURN_IF_ERROR(CheckLimit("files", limits.files, most.files));
  return CheckLimit("processes", limits.processes, most.processes);
}

Status CheckText(const char* field, std::string_view text) {
  if (text.size() <= kMostNameBytes && text.find('\0') == text.npos) return {};
  return Fault(field, "must be at most " + std::to_string(kMostNameBytes) + " bytes without a NUL");
}

Status CheckEnvironment(const std::map<std::string, std::string>& env, size_t* bytes) {
  for (const auto& [name, value] : env) {
    *bytes += name.size() + value.size() + 2;
    if (name.empty() || name.find('=') != name.npos || name.find('\0') != name.npos) {
      return Fault("env", "a variable's name must not be empty, nor have '=' or a NUL in it");
    }
    if (value.find('\0') != value.npos) return Fault("env", "a value must not have a NUL in it");
  }
  if (*bytes <= kMostProcessBytes) return {};
  return Fault("env", "must be at most " + std::to_string(kMostProcessBytes) + " bytes in all");
}

Status CheckProcess(const ProcessSpec& spec, const char* argv) {
  if (spec.argv.empty() || spec.argv.front().empty()) return Fault(argv, "must name a program");
  size_t bytes = 0;
  for (const std::string& word : spec.argv) {
    bytes += word.size() + 1;
    if (word.find('\0') != word.npos) return Fault(argv, "a word must not have a NUL in it");
  }
  if (bytes > kMostProcessBytes) {
    return Fault(argv, "must be at most " + std::to_string(kMostProcessBytes) + " bytes in all");
  }
  if (spec.directory.size() >= 4096 || spec.directory.find('\0') != spec.directory.npos) {
    return Fault("directory", "is no path");
  }
  return CheckEnvironment(spec.env, &bytes);
}

void AddMap(PartWriter* parts, const std::map<std::string, std::string>& map) {
  parts->Add(static_cast<int64_t>(map.size()));
  for (const auto& [name, value] : map) parts->Add(name).Add(value);
}

void AddProcess(PartWriter* parts, const ProcessSpec& spec) {
  parts->Add(static_cast<int64_t>(spec.argv.size()));
  for (const std::string& word : spec.argv) parts->Add(word);
  AddMap(parts, spec.env);
  parts->Add(spec.directory).Add(spec.terminal ? 1 : 0);
}

void AddTime(PartWriter* parts, const std::optional<Nanoseconds>& time) {
  parts->Add(time ? time->count() : -1);
}

}  // namespace

LiveLimits UsualLimits(const LiveLimits& most, std::optional<int64_t> memory_bytes) {
  LiveLimits limits;
  limits.cpus = std::min(limits.cpus, most.cpus);
  limits.memory_bytes = memory_bytes.value_or(std::min(limits.memory_bytes, most.memory_bytes));
  limits.disk_bytes = std::min(limits.memory_bytes / 2, most.disk_bytes);
  limits.files = std::min(limits.files, most.files);
  limits.processes = std::min(limits.processes, most.processes);
  return limits;
}

Status CheckLifetime(const char* field, Nanoseconds time, const SandboxPolicy& policy) {
  if (time.count() > 0 && time <= policy.max_lifetime) return {};
  return Fault(field, "must be above 0 and at most " +
                          std::to_string(static_cast<int64_t>(ToSeconds(policy.max_lifetime))) +
                          " s, which is this server's longest");
}

Status CheckSandboxRequest(const SandboxRequest& request, const SandboxPolicy& policy) {
  ASSAY_RETURN_IF_ERROR(CheckText("name", request.name));
  ASSAY_RETURN_IF_ERROR(CheckText("image", request.box.image));
  ASSAY_RETURN_IF_ERROR(CheckText("idempotency_key", request.idempotency_key));
  ASSAY_RETURN_IF_ERROR(CheckLimits(request.box.limits, policy.max_limits));
  if (request.lifetime) {
    ASSAY_RETURN_IF_ERROR(CheckLifetime("lifetime", *request.lifetime, policy));
  }
  if (request.idle) ASSAY_RETURN_IF_ERROR(CheckLifetime("idle", *request.idle, policy));
  size_t bytes = 0;
  ASSAY_RETURN_IF_ERROR(CheckEnvironment(request.env, &bytes));
  size_t label_bytes = 0;
  for (const auto& [name, value] : request.labels) label_bytes += name.size() + value.size();
  if (label_bytes > kMostLabelBytes) {
    return Fault("labels", "must be at most " + std::to_string(kMostLabelBytes) + " bytes in all");
  }
  if (request.start) ASSAY_RETURN_IF_ERROR(CheckProcess(*request.start, "start"));
  return CheckEgress(request.egress, policy.egress);
}

Status CheckExecutionRequest(const ExecutionRequest& request) {
  ASSAY_RETURN_IF_ERROR(CheckText("tag", request.tag));
  ASSAY_RETURN_IF_ERROR(CheckText("key", request.key));
  if (request.timeout && request.timeout->count() <= 0) {
    return Fault("timeout", "must be above 0");
  }
  return CheckProcess(request.process, "argv");
}

std::string FingerprintOf(const SandboxRequest& request) {
  PartWriter parts;
  parts.Add(request.name).Add(request.box.image);
  const LiveLimits& limits = request.box.limits;
  parts.Add(std::to_string(limits.cpus)).Add(limits.memory_bytes).Add(limits.disk_bytes);
  parts.Add(limits.files).Add(limits.processes);
  AddMap(&parts, request.env);
  AddMap(&parts, request.labels);
  AddTime(&parts, request.lifetime);
  AddTime(&parts, request.idle);
  parts.Add(static_cast<int64_t>(request.egress.kind));
  parts.Add(static_cast<int64_t>(request.egress.hosts.size()));
  for (const std::string& host : request.egress.hosts) parts.Add(host);
  parts.Add(request.start ? 1 : 0);
  if (request.start) AddProcess(&parts, *request.start);
  return parts.Fingerprint();
}

std::string FingerprintOf(const ProcessSpec& spec) {
  PartWriter parts;
  AddProcess(&parts, spec);
  parts.Add(spec.input ? 1 : 0);
  return parts.Fingerprint();
}

}  // namespace assay
