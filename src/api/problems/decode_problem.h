// Problems as the native routes describe them. Pure decoding, thread-safe.
#pragma once

#include "api/service.h"
#include "text/field_reader.h"

namespace assay {

// A problem object: {"mode", "tests", "comparison", "checker", …}. Null when faulty.
ProblemPtr DecodeProblem(JsonValue json, const FieldPath& path, const ApiContext& context,
                         FieldErrors* errors);

}  // namespace assay
