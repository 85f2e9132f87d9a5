// Members of an object, read where a missing one may be taken as nothing: what we wrote ourselves,
// and others' answers of which nothing hangs on one member.
// Requests are read with FieldReader, which says what is wrong. Pure functions, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "text/json_reader.h"

namespace assay {

// Empty when there is no such string.
inline std::string TextAt(JsonValue object, std::string_view key) {
  return object.Find(key).StringOrEmpty();
}

// 0 when there is no such number.
inline double NumberAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kNumber) ? value.Double() : 0;
}

}  // namespace assay
