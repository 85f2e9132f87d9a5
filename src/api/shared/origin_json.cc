#include "api/shared/origin_json.h"

namespace assay {
namespace {

struct Label {
  const char* name;
  std::optional<std::string> Origin::*field;
};

constexpr Label kLabels[] = {{"run", &Origin::run},
                             {"group", &Origin::group},
                             {"sample", &Origin::sample},
                             {"tenant", &Origin::tenant}};

}  // namespace

Origin ParseOrigin(JsonValue json, const FieldPath& path, FieldErrors* errors) {
  Origin origin;
  if (!json) return origin;
  origin.step = FieldReader(json, path, errors).Int("step", Presence::kOptionalOrNull);
  for (const Label& label : kLabels) {
    const JsonValue value = json.Find(label.name);
    if (!value || value.IsNull()) continue;
    if (value.Is(JsonType::kNumber)) {
      origin.*label.field = std::string(value.raw());
    } else {
      origin.*label.field = ReadString(value, path / label.name, errors);
    }
  }
  return origin;
}

void WriteOrigin(const Origin& origin, JsonWriter* json) {
  Origin labels = origin;
  labels.route.clear();
  labels.trace = nullptr;
  if (labels == Origin{}) return;
  json->Key("origin").BeginObject();
  if (origin.step) json->Key("step").Int(*origin.step);
  for (const Label& label : kLabels) {
    if (origin.*label.field) json->Key(label.name).String(*(origin.*label.field));
  }
  json->EndObject();
}

}  // namespace assay
