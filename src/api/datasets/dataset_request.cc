#include "api/datasets/dataset_request.h"

#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int64_t kAllRows = 1'000'000;

std::string ReadId(JsonValue id, FieldErrors* errors) {
  const bool integer =
      id.Is(JsonType::kNumber) && id.raw().find_first_not_of("-0123456789") == id.raw().npos;
  if (integer) return std::string(id.raw());
  if (!id) {
    errors->Add(FieldPath{} / "id", "missing", "Field required");
  } else if (!id.Is(JsonType::kString)) {
    errors->Add(FieldPath{} / "id", "int_type", "Input should be a valid integer or string");
  } else if (const auto text = ReadString(id, FieldPath{} / "id", errors)) {
    return JsonWriter().String(*text).Take();
  }
  return "null";
}

// Rows that the request brings. What is empty counts as nothing.
JsonValue ReadProvided(JsonValue provided, FieldReader* config) {
  if (!provided || provided.IsNull()) return {};
  if (!provided.Is(JsonType::kObject) && !provided.Is(JsonType::kArray)) {
    config->Fault("provided_data", "dict_type", "Input should be a valid dictionary or list");
    return {};
  }
  return provided.Count() > 0 ? provided : JsonValue();
}

void ReadConfig(JsonValue json, FieldReader fields, const ApiLanguages& languages,
                DatasetConfig* config, std::string* custom_logic) {
  config->dataset_type = fields.String("dataset_type", Presence::kOptionalOrNull);
  config->language = fields.String("language", Presence::kOptionalOrNull);
  if (config->language && !languages.InContract(*config->language)) {
    fields.Fault("language", "literal_error",
                 "Input should be " + ContractNames() + ", not '" + *config->language + "'");
  }
  config->locale = fields.String("locale", Presence::kOptionalOrNull);
  config->is_fewshot = fields.Bool("is_fewshot", Presence::kOptionalOrNull).value_or(false);
  config->compile_s = fields.Number("compile_timeout", Presence::kOptionalOrNull);
  config->run_s = fields.Number("run_timeout", Presence::kOptionalOrNull);
  *custom_logic = fields.String("custom_extract_logic", Presence::kOptionalOrNull).value_or("");
  config->extra = fields.Object("extra", Presence::kOptional);
  config->provided = ReadProvided(json.Find("provided_data"), &fields);
}

}  // namespace

std::optional<DatasetRequest> ParseDatasetRequest(JsonValue body, DatasetRoute route,
                                                  const ApiLanguages& languages, Refusal* refusal) {
  DatasetRequest request;
  FieldErrors errors;
  FieldReader fields(body, {}, &errors);
  request.config.dataset = fields.String("dataset", Presence::kRequired).value_or("");
  const JsonValue config = fields.Object("config", Presence::kRequired);
  std::string custom_logic;
  ReadConfig(config, FieldReader(config, fields.Path("config"), &errors), languages,
             &request.config, &custom_logic);
  switch (route) {
    case DatasetRoute::kListIds:
    case DatasetRoute::kGetPrompts:
      request.offset = fields.Int("offset", Presence::kOptional).value_or(0);
      request.limit = fields.Int("limit", Presence::kOptional).value_or(kAllRows);
      break;
    case DatasetRoute::kSubmit:
      request.completion = fields.Text("completion", Presence::kRequired).value_or("");
      [[fallthrough]];
    case DatasetRoute::kGetPromptById: request.id_json = ReadId(body.Find("id"), &errors); break;
    case DatasetRoute::kGetMetrics: fields.Array("results", Presence::kRequired); break;
    case DatasetRoute::kGetMetricsFunction: break;
  }
  if (!errors.empty()) {
    errors.EchoInputs(body);
    *refusal = Refusal::Fields(std::move(errors));
    return std::nullopt;
  }
  const DatasetConfig& read = request.config;
  if (!custom_logic.empty()) {
    *refusal = Refusal::Invalid(
        "config.custom_extract_logic is not accepted: it would run code in the server");
  } else if (read.compile_s.value_or(0) < 0 || read.run_s.value_or(0) < 0) {
    *refusal = Refusal::Invalid("config.compile_timeout and run_timeout must not be negative");
  } else {
    return request;
  }
  return std::nullopt;
}

}  // namespace assay
