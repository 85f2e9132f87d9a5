// SandboxSource: what a submission takes from a sandbox, as the request says it: its program,
// files, or both. Pure parsing; thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "text/field_reader.h"

namespace assay {

struct SandboxSource {
  std::string id;
  FieldPath path;                            // of this object in the request
  std::optional<std::string> code;           // where the program is
  std::map<std::string, std::string> files;  // where each file is, by its place before each test
};

// `json`: an object. Nothing when it has faults.
std::optional<SandboxSource> ParseSandboxSource(JsonValue json, const FieldPath& path,
                                                FieldErrors* errors);

}  // namespace assay
