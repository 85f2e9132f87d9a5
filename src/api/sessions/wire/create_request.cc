#include "api/sessions/wire/create_request.h"

#include <algorithm>

#include "api/sessions/wire/field_rules.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr int64_t kMebibyte = 1 << 20;

// A whole number from 1 in units of `unit`.
void ReadCount(FieldReader& fields, std::string_view name, int64_t unit, int64_t* limit) {
  constexpr int64_t kMost = int64_t{1} << 40;
  const auto count = fields.Int(name, Presence::kOptionalOrNull);
  if (!count) return;
  if (*count < 1 || *count > kMost / unit) {
    fields.Fault(name, "value_error", "must be from 1 to " + std::to_string(kMost / unit));
    return;
  }
  *limit = *count * unit;
}

LiveLimits ReadLimits(FieldReader& fields, const LiveLimits& most) {
  int64_t memory = UsualLimits(most).memory_bytes;
  ReadCount(fields, "memory_mb", kMebibyte, &memory);
  LiveLimits limits = UsualLimits(most, memory);
  if (const auto cpus = fields.Number("cpus", Presence::kOptionalOrNull)) {
    if (*cpus > 0 && *cpus <= 1024) {
      limits.cpus = *cpus;
    } else {
      fields.Fault("cpus", "value_error", "must be above 0 and at most 1024");
    }
  }
  ReadCount(fields, "disk_mb", kMebibyte, &limits.disk_bytes);
  ReadCount(fields, "processes", 1, &limits.processes);
  return limits;
}

}  // namespace

SandboxRequest ParseCreate(const HttpRequest& http, JsonValue root, const LiveLimits& most,
                           FieldErrors* errors) {
  SandboxRequest request;
  FieldReader fields(root, {}, errors);
  RefuseUnknownFields(root, {},
                      {"name", "image", "cpus", "memory_mb", "disk_mb", "processes", "env",
                       "labels", "lifetime_s", "idle_s", "egress", "start", "idempotency_key"},
                      errors);
  request.name = ReadWord(fields, "name");
  request.box.image = ReadWord(fields, "image");
  request.box.limits = ReadLimits(fields, most);
  request.env = ReadTexts(fields, "env", true, errors);
  request.labels = ReadTexts(fields, "labels", false, errors);
  request.lifetime = ReadSeconds(fields, "lifetime_s");
  request.idle = ReadSeconds(fields, "idle_s");
  if (const JsonValue egress = fields.Object("egress", Presence::kOptionalOrNull)) {
    RefuseUnknownFields(egress, fields.Path("egress"), {"allow", "deny"}, errors);
    request.egress = ReadEgress(egress, fields.Path("egress"), errors);
  }
  if (const JsonValue start = fields.Object("start", Presence::kOptionalOrNull)) {
    const FieldPath path = fields.Path("start");
    RefuseUnknownFields(start, path, {"command", "argv", "env", "directory"}, errors);
    FieldReader inner(start, path, errors);
    request.start = ReadProcess(inner, start, errors);
  }
  request.idempotency_key = ReadWord(fields, "idempotency_key");
  const std::string header(TrimAsciiSpace(http.Header("idempotency-key")));
  if (request.idempotency_key.empty()) {
    request.idempotency_key = header;
  } else if (!header.empty() && header != request.idempotency_key) {
    fields.Fault("idempotency_key", "value_error", "the header Idempotency-Key says another one");
  }
  if (request.idempotency_key.size() > kLongestSandboxWord) {
    fields.Fault("idempotency_key", "string_too_long", "at most 256 bytes are taken");
  }
  return request;
}

}  // namespace assay
