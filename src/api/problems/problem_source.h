// The problem of a native submission as it stands in the request: given there, or named by its
// SHA-256. Parsing one looks nothing up; find_problem.h does that. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>

#include "text/field_reader.h"

namespace assay {

struct ProblemSource {
  std::string name;  // 64 hexadecimal digits in lower case; empty: given
  // As in the request, named or given. Refers to the request's document.
  JsonValue json;
  // Where its faults belong: the path of its fields, and how many faults of the submission come
  // before them.
  FieldPath path;
  size_t faults_before = 0;
};

// `json` is a problem object or {"sha256": "…"}. Nothing when the name is faulty.
std::optional<ProblemSource> ParseProblemSource(JsonValue json, const FieldPath& path,
                                                FieldErrors* errors);

// What to tell whoever named a problem this server doesn't have.
std::string UnknownProblemText(const std::string& name);

}  // namespace assay
