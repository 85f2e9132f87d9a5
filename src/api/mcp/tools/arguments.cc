#include "api/mcp/tools/arguments.h"

#include <algorithm>
#include <string>

#include "text/excerpt.h"

namespace assay {
namespace {

std::string Listed(std::initializer_list<std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

}  // namespace

void ToolArguments::Allow(std::initializer_list<std::string_view> names) {
  if (!object_) return;
  for (const auto& member : object_.Members()) {
    if (std::find(names.begin(), names.end(), member.key) != names.end()) continue;
    errors_->Add(FieldPath{} / Excerpt(member.key), "extra_forbidden",
                 "There is no such argument; leave it out. There are: " + Listed(names));
  }
}

void ToolArguments::Require(std::string_view name) {
  if (!Find(name)) errors_->Add(FieldPath{} / name, "missing", "Field required");
}

void ToolArguments::RequireOneOf(std::initializer_list<std::string_view> names) {
  const auto given = std::count_if(names.begin(), names.end(),
                                   [this](std::string_view name) { return bool{Find(name)}; });
  if (given == 1) return;
  errors_->Add(FieldPath{} / *names.begin(), given == 0 ? "missing" : "value_error",
               "Give exactly one of " + Listed(names));
}

JsonValue ToolArguments::Find(std::string_view name) const {
  const JsonValue value = object_.Find(name);
  return value && !value.IsNull() ? value : JsonValue();
}

void ToolArguments::Pass(std::string_view name, std::string_view as, JsonWriter* json) const {
  if (const JsonValue value = Find(name)) json->Key(as).Raw(value.raw());
}

void ToolArguments::PassGroup(std::string_view group, std::initializer_list<std::string_view> names,
                              JsonWriter* json) const {
  const bool any = std::any_of(names.begin(), names.end(),
                               [this](std::string_view name) { return bool{Find(name)}; });
  if (!any) return;
  json->Key(group).BeginObject();
  for (const std::string_view name : names) Pass(name, name, json);
  json->EndObject();
}

}  // namespace assay
