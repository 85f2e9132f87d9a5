#include "env/roll/plan/group_file.h"

#include <fmt/format.h>

#include "env/model/rollout_rules.h"
#include "text/field_reader.h"
#include "text/yaml/yaml_json.h"

namespace assay::env {
namespace {

constexpr size_t kMostEnvironments = 256;

Chosen ReadChosen(JsonValue json, const FieldPath& path, FieldErrors* errors) {
  Chosen chosen;
  RefuseOthers(json, path, {"environment", "weight", "tasks"}, errors);
  FieldReader fields(json, path, errors);
  chosen.named = fields.String("environment", Presence::kRequired).value_or("");
  if (const auto weight = fields.Number("weight", Presence::kOptionalOrNull)) {
    chosen.weight = *weight;
    if (!(*weight > 0 && *weight <= 1e6)) {
      fields.Fault("weight", "value_error", "Input should be above 0 and at most 1e6");
    }
  }
  chosen.tasks = fields.Int("tasks", Presence::kOptionalOrNull);
  if (chosen.tasks && *chosen.tasks < 1) {
    fields.Fault("tasks", "value_error", "Input should be 1 or more");
  }
  return chosen;
}

}  // namespace

Result<std::vector<Chosen>> ParseGroupFile(const std::string& yaml, const std::string& name) {
  ASSAY_ASSIGN_OR_RETURN(const YamlDocument document, YamlDocument::Parse(yaml, name));
  JsonError fault;
  const auto json = JsonDocument::Parse(document.json(), &fault);
  FieldErrors errors;
  std::vector<Chosen> group;
  const JsonValue root = json ? json->root() : JsonValue();
  RefuseOthers(root, {}, {"environments"}, &errors);
  FieldReader fields(root, {}, &errors);
  if (!root.Is(JsonType::kObject)) {
    errors.Add({}, "dict_type", "must be a map with environments");
  } else if (const JsonValue list = fields.Array("environments", Presence::kRequired)) {
    const std::vector<JsonValue> items = list.Items();
    if (items.empty() || items.size() > kMostEnvironments) {
      fields.Fault("environments", "too_long",
                   fmt::format("List should have from 1 to {}", kMostEnvironments));
    }
    for (size_t i = 0; i < items.size() && i < kMostEnvironments; ++i) {
      const FieldPath path = FieldPath{} / "environments" / i;
      if (items[i].Is(JsonType::kObject)) {
        group.push_back(ReadChosen(items[i], path, &errors));
      } else {
        errors.Add(path, "dict_type", "Input should be a map with environment");
      }
    }
  }
  if (errors.empty()) return group;
  std::string all;
  for (const FieldError& error : errors.errors()) {
    all +=
        fmt::format("{}{}:{}: {}{}{}", all.empty() ? "" : "\n", name, document.LineOf(error.path),
                    ToString(error.path), error.path.empty() ? "" : ": ", error.message);
  }
  return Error{ErrorCode::kInvalidArgument, "env.group", 0, all};
}

}  // namespace assay::env
