#include "api/native/sandbox_source.h"

#include "api/sessions/wire/field_rules.h"

namespace assay {

std::optional<SandboxSource> ParseSandboxSource(JsonValue json, const FieldPath& path,
                                                FieldErrors* errors) {
  const size_t before = errors->errors().size();
  FieldReader fields(json, path, errors);
  RefuseUnknownFields(json, path, {"id", "code", "files"}, errors);
  SandboxSource source;
  source.path = path;
  source.id = fields.String("id", Presence::kRequired).value_or("");
  source.code = ReadPath(fields, "code", Presence::kOptionalOrNull);
  if (const JsonValue files = fields.Object("files", Presence::kOptionalOrNull)) {
    for (const auto& [place, value] : files.Members()) {
      const auto text = ReadString(value, path / "files" / place, errors);
      if (!text) continue;
      if (const std::string_view fault = FaultOfPath(*text); !fault.empty()) {
        errors->Add(path / "files" / place, "value_error", std::string(fault));
      }
      source.files[place] = *text;
    }
  }
  if (!source.code && source.files.empty()) {
    errors->Add(path, "value_error", "Name what to read there: 'code', 'files', or both");
  }
  if (errors->errors().size() != before) return std::nullopt;
  return source;
}

}  // namespace assay
