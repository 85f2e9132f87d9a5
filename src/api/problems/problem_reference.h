// The problem of a native submission: given in the request, or named by its SHA-256. Thread-safe.
#pragma once

#include <optional>
#include <string>

#include "api/service.h"
#include "text/field_reader.h"

namespace assay {

struct ProblemReference {
  ProblemPtr problem;  // null when faulty or unknown
  // Why a name is not known here; faults of the request are in the errors instead.
  std::optional<std::string> unknown;
};

// `json` is a problem object or {"sha256": "…"}.
ProblemReference ReadProblem(JsonValue json, const FieldPath& path, const ApiContext& context,
                             FieldErrors* errors);

// Decodes a problem and gives it its identity. Null when faulty.
ProblemPtr DecodeNamedProblem(JsonValue json, const std::string& identity, const FieldPath& path,
                              const ApiContext& context, FieldErrors* errors);

// What to tell whoever named a problem this server doesn't have.
std::string UnknownProblemText(const std::string& name);

}  // namespace assay
