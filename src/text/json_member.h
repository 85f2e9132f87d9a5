// Members of an object, read where a missing one may be taken as nothing (what we wrote ourselves,
// and others' answers of which nothing hangs on one member), or copied into an object that is
// written anew with something added, changed or left out.
// Requests are read with FieldReader, which says what is wrong. Pure functions, thread-safe.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "text/json_reader.h"
#include "text/json_writer.h"

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

// Writes all members but those called as in `without`, in their order, repeated keys too, each
// value as its source text has it. REQUIRES: an object; one begun in `json`.
inline void CopyMembers(JsonValue object, JsonWriter* json,
                        std::initializer_list<std::string_view> without = {}) {
  for (const JsonValue::Member& member : object.Members()) {
    if (std::find(without.begin(), without.end(), member.key) != without.end()) continue;
    json->Key(member.key).Raw(member.value.raw());
  }
}

}  // namespace assay
