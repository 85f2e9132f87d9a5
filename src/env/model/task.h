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
  // Of the rollout: what follows an answer that isn't right yet, with {feedback}, {score} and
  // {turns_left} left in it; the sandbox's image; JSON object of its files by path, or nothing.
  std::string follow_up;
  std::string image;
  std::string files;
  std::vector<RowFault> faults;  // with any the rest is not to be used
};
Task ReadTask(const Manifest& manifest, JsonValue row);

// The names in a follow-up that a rollout fills in.
inline constexpr std::string_view kFollowUpNames[] = {"feedback", "score", "turns_left"};
// A task's follow-up with what stands for those names, in their order.
std::string FillFollowUp(std::string_view text, const std::string& feedback,
                         const std::string& score, const std::string& turns_left);

// The fields that a prompt asks for, each once, in their order.
std::vector<std::string> Placeholders(std::string_view text);

// The value at "a.b"; nothing where there is none, or null.
JsonValue FieldOf(JsonValue row, std::string_view path);

// The field of a row that is this field of an item: what the manifest names, else, of some, the one
// of the same name. Empty: none.
std::string RowFieldOf(const Manifest& manifest, std::string_view item_field);

}  // namespace assay::env
