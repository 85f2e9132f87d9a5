// Task: what a row of an environment's file of tasks means: its id, its prompt, and its item of
// POST /v1/score. The one reading of rows; clients/python/src/assay/environments.py does the same.
//
// Placeholders: {name} in a prompt is the row's field of that name, {a.b} is b in a. {{name}} is
// the text "{name}", and every other brace is itself, as in \boxed{}. A name has letters, digits
// and '_', and begins with no digit.
//
// Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "env/model/manifest.h"
#include "text/json_reader.h"

namespace assay::env {

struct RowFault {
  std::string field;
  std::string what;
};

struct Task {
  std::string id;
  std::string user_prompt;
  // JSON object with the fields of an item, but for its response: the row's, else the manifest's.
  std::string item;
  std::vector<RowFault> faults;  // with any the rest is not to be used
};
Task ReadTask(const Manifest& manifest, JsonValue row);

// The fields that a prompt asks for, each once, in their order.
std::vector<std::string> Placeholders(std::string_view text);

// The value at "a.b"; nothing where there is none, or null.
JsonValue FieldOf(JsonValue row, std::string_view path);

// The field of a row that is this field of an item: what the manifest names, else, of some, the one
// of the same name. Empty: none.
std::string RowFieldOf(const Manifest& manifest, std::string_view item_field);

}  // namespace assay::env
