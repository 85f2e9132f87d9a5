#include "text/canonical_json.h"

#include <map>

#include "text/json_writer.h"

namespace assay {
namespace {

// As deep as the document, which JsonDocument bounds.
void Write(JsonValue value, JsonWriter* json) {
  switch (value.type()) {
    case JsonType::kNull:
    case JsonType::kBool:
    case JsonType::kNumber: json->Raw(value.raw()); return;
    case JsonType::kString: json->String(value.String()); return;
    case JsonType::kArray:
      json->BeginArray();
      for (const JsonValue& item : value.Items()) Write(item, json);
      json->EndArray();
      return;
    case JsonType::kObject: {
      std::map<std::string, JsonValue> members;
      for (auto& [name, member] : value.Members()) members[name] = member;
      json->BeginObject();
      for (const auto& [name, member] : members) {
        json->Key(name);
        Write(member, json);
      }
      json->EndObject();
      return;
    }
  }
}

}  // namespace

std::string CanonicalJson(JsonValue value) {
  JsonWriter json(value.raw().size());
  Write(value, &json);
  return json.Take();
}

}  // namespace assay
