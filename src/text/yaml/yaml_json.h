// YamlDocument: a YAML document as the JSON text that means the same, so that what can be written
// in either is read by one reader, and the line of each of its fields, for that reader's faults.
//
// Plain scalars are typed by YAML 1.2's core schema: `on`, `no` and 010 are a text, a text and ten.
// Refused, with file and line: a key that stands twice, tags, keys that are no scalars, several
// documents, and more than the bounds below, so that aliases can't blow up.
//
// Immutable; not thread-safe, as YAML nodes aren't.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

#include "base/result.h"
#include "text/field_reader.h"

namespace assay {

struct YamlBounds {
  static constexpr int kDepth = 64;
  static constexpr size_t kValues = 100'000;
  static constexpr size_t kJsonBytes = 16 << 20;
};

class YamlDocument {
 public:
  // `file` is for messages.
  static Result<YamlDocument> Parse(const std::string& yaml, const std::string& file);

  const std::string& json() const { return json_; }
  // Where the field is, counted from 1; where there is none, the innermost one around it that is.
  int LineOf(const FieldPath& path) const;

 private:
  YamlDocument(const YAML::Node& root, std::string json) : root_(root), json_(std::move(json)) {}

  YAML::Node root_;
  std::string json_;
};

}  // namespace assay
