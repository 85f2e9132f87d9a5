#include "scoring/schema/schema_values.h"

#include <cmath>
#include <map>

#include "text/json_writer.h"

namespace assay::scoring {
namespace {

// Beyond it two whole numbers may be one double.
constexpr double kExact = 9007199254740992.0;
// Below it a whole double is an int64_t.
constexpr double kWhole = 9e18;

bool IsPlainInteger(std::string_view raw) {
  return raw.find_first_of(".eEnN") == std::string_view::npos;
}

void WriteKey(JsonValue value, JsonWriter* json) {
  switch (value.type()) {
    case JsonType::kNull:
    case JsonType::kBool: json->Raw(value.raw()); return;
    case JsonType::kNumber: {
      const double number = value.Double();
      if (IsPlainInteger(value.raw()) && std::abs(number) >= kExact) {
        json->Raw(value.raw());
      } else if (std::abs(number) >= kExact && std::abs(number) < kWhole) {
        json->Int(static_cast<int64_t>(number));  // 9007199254740992.0 as its integer
      } else {
        json->Double(number == 0 ? 0 : number);  // -0 is 0
      }
      return;
    }
    case JsonType::kString: json->String(value.String()); return;
    case JsonType::kArray:
      json->BeginArray();
      for (const JsonValue& item : value.Items()) WriteKey(item, json);
      json->EndArray();
      return;
    case JsonType::kObject: {
      std::map<std::string, JsonValue> members;  // of repeated ones the last
      for (auto& [key, member] : value.Members()) members[key] = member;
      json->BeginObject();
      for (const auto& [key, member] : members) WriteKey(member, &json->Key(key));
      json->EndObject();
      return;
    }
  }
}

}  // namespace

std::string EqualityKey(JsonValue value) {
  JsonWriter json;
  WriteKey(value, &json);
  return json.Take();
}

bool IsWholeNumber(JsonValue value) {
  if (!value.Is(JsonType::kNumber)) return false;
  const double number = value.Double();
  return std::isfinite(number) ? number == std::floor(number) : IsPlainInteger(value.raw());
}

}  // namespace assay::scoring
