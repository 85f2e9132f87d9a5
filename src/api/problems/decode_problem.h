// Problems as the native routes describe them. Pure decoding, thread-safe.
#pragma once

#include <memory>

#include "api/shared/languages.h"
#include "model/problem.h"
#include "text/field_reader.h"

namespace assay {

// A problem object: {"mode", "tests", "comparison", "checker", …}, without an identity. Null when
// faulty.
std::shared_ptr<Problem> DecodeProblem(JsonValue json, const FieldPath& path,
                                       const ApiLanguages& languages, FieldErrors* errors);

}  // namespace assay
