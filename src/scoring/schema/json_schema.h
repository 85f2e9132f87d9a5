// JsonSchema: JSON Schema 2020-12's assertions about values, for answers that must be JSON.
//
// A part of the specification, by hand: the libraries that Debian has match `pattern` with
// std::regex, whose recursion a long text can drive off the stack, and the text is a candidate's.
// Here patterns are RE2's, and a check has a budget of steps.
//
// Taken: type, enum, const; the bounds of numbers, strings, arrays and objects; pattern;
// properties, patternProperties, additionalProperties, propertyNames, required, dependentRequired,
// dependentSchemas; items, prefixItems, contains; allOf, anyOf, oneOf, not, if/then/else; $ref to
// places of the same schema, $defs and definitions. Annotations, `format` among them, say nothing.
// Every other keyword is refused, because to skip it would be to judge by another schema.
//
// Immutable; thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "scoring/text/pattern.h"
#include "text/field_reader.h"
#include "text/json_reader.h"

namespace assay::scoring {

struct SchemaViolation {
  std::string path;     // a JSON pointer into the value: "/steps/0"
  std::string keyword;  // of the schema: "minimum"
};

class JsonSchema {
 public:
  static constexpr size_t kMostSchemaBytes = 256 << 10;
  // A schema applied to a value is a step, and so is what it looks at there. A value that needs
  // more is no valid one: its keyword is "budget".
  static constexpr size_t kMostSteps = 500'000;
  static constexpr int kMostDepth = 600;

  // Null with faults in `errors`, below `path`.
  static std::shared_ptr<const JsonSchema> Compile(JsonValue schema, const FieldPath& path,
                                                   FieldErrors* errors);
  JsonSchema(const JsonSchema&) = delete;

  // Nothing: the value is valid.
  std::optional<SchemaViolation> Check(JsonValue value) const;

 private:
  friend class SchemaCompiler;
  friend class SchemaCheck;
  explicit JsonSchema(std::string text) : text_(std::move(text)) {}

  const std::string text_;
  std::optional<JsonDocument> document_;
  std::map<std::string, Pattern, std::less<>> patterns_;      // by their text
  std::map<std::string, JsonValue, std::less<>> references_;  // by the text of $ref
};

}  // namespace assay::scoring
