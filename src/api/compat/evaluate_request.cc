#include "api/compat/evaluate_request.h"

#include <algorithm>

#include "data/convert/python/usual_imports.h"
#include "model/limits.h"
#include "text/field_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// All spellings clients use; the first that is given counts.
int64_t ReadMemory(FieldReader* config) {
  constexpr int64_t kMost = Limits::kMostBytes;
  for (const char* name : {"memory_limit_MB", "memory_limit_mb"}) {
    if (const auto mib = config->Int(name, Presence::kOptionalOrNull)) {
      return std::clamp<int64_t>(*mib, 0, kMost >> 20) << 20;
    }
  }
  const auto kib = config->Int("mem_limit", Presence::kOptionalOrNull);
  return std::clamp<int64_t>(kib.value_or(0), 0, kMost >> 10) << 10;
}

std::string ReadId(JsonValue id, FieldErrors* errors) {
  if (!id) return "0";
  const bool integer =
      id.Is(JsonType::kNumber) && id.raw().find_first_not_of("-0123456789") == id.raw().npos;
  if (!integer && !id.Is(JsonType::kString)) {
    errors->Add(FieldPath{} / "id", "int_type", "Input should be a valid integer or string");
    return "0";
  }
  if (integer) return std::string(id.raw());
  const auto text = ReadString(id, FieldPath{} / "id", errors);
  return text ? JsonWriter().String(*text).Take() : "0";
}

}  // namespace

std::optional<EvaluateRequest> ParseEvaluate(JsonValue body, EvaluateForm form,
                                             const ApiLanguages& languages, Refusal* refusal) {
  EvaluateRequest request;
  FieldErrors errors;
  FieldReader fields(body, {}, &errors);
  fields.String("dataset", Presence::kOptional);
  request.id_json = ReadId(body.Find("id"), &errors);
  request.completion = fields.String("completion", Presence::kRequired).value_or("");
  const JsonValue config_json = fields.Object("config", Presence::kRequired);
  FieldReader config(config_json, fields.Path("config"), &errors);
  const auto language = config.String("language", Presence::kOptionalOrNull);
  if (language && !languages.InContract(*language)) {
    config.Fault("language", "literal_error",
                 "Input should be " + ContractNames() + ", not '" + *language + "'");
  }
  request.compile_s = config.Number("compile_timeout", Presence::kOptionalOrNull);
  request.run_s = config.Number("run_timeout", Presence::kOptionalOrNull);
  const auto custom = config.String("custom_extract_logic", Presence::kOptionalOrNull);
  request.memory_bytes = ReadMemory(&config);
  request.extra = config.Object("extra", Presence::kOptional);
  const JsonValue provided = config_json.Find("provided_data");
  if (provided && !provided.IsNull() && !provided.Is(JsonType::kObject) &&
      !provided.Is(JsonType::kArray)) {
    config.Fault("provided_data", "dict_type", "Input should be a valid dictionary");
  }
  if (!errors.empty()) {
    errors.EchoInputs(body);
    *refusal = Refusal::Fields(std::move(errors));
    return std::nullopt;
  }
  if (!language) {
    *refusal = Refusal::Invalid("config.language field must exist, got None");
    return std::nullopt;
  }
  if (custom && !custom->empty()) {
    *refusal = Refusal::Invalid(
        "config.custom_extract_logic is not accepted: it would run code in the server");
    return std::nullopt;
  }
  request.cases = {provided, form, *language, languages.Contract(*language).asserts,
                   NamesNumpy(request.completion)};
  return request;
}

}  // namespace assay
