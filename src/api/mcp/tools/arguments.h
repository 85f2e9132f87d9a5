// A tool's arguments, checked as far as the route behind it can't: names that there are not,
// members that must be there, and those of which one must be. Types are the route's to check, since
// values go there as they came. Not thread-safe.
#pragma once

#include <initializer_list>
#include <string_view>

#include "text/field_reader.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {

class ToolArguments {
 public:
  // `object`: an object, or nothing for none at all.
  ToolArguments(JsonValue object, FieldErrors* errors) : object_(object), errors_(errors) {}

  void Allow(std::initializer_list<std::string_view> names);
  void Require(std::string_view name);
  void RequireOneOf(std::initializer_list<std::string_view> names);

  // Nothing when absent or null.
  JsonValue Find(std::string_view name) const;
  // Writes it under another name, as it came. Nothing when it is absent.
  void Pass(std::string_view name, std::string_view as, JsonWriter* json) const;
  // An object of those that are there, or nothing when none is.
  void PassGroup(std::string_view group, std::initializer_list<std::string_view> names,
                 JsonWriter* json) const;

 private:
  const JsonValue object_;
  FieldErrors* const errors_;
};

}  // namespace assay
