// Yaml to JSON: a document of either, so that a file may be written as people like it and is read
// by the readers of JSON.
//
// Plain scalars are what YAML 1.2's core schema makes of them: null, true, false, numbers, and
// texts otherwise ("yes" is one); quoted ones are texts. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// kInvalidArgument with the place when `text` is no YAML, has a key twice or one that is no scalar,
// is deeper than 64 levels or has more than 1,000,000 values, those that aliases repeat included.
Result<std::string> YamlToJson(const std::string& text, const std::string& file);

}  // namespace assay
