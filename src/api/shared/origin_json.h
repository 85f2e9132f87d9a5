// An Origin in requests and answers: {"run", "step", "group", "sample", "tenant"}, each optional.
// Pure, thread-safe.
#pragma once

#include "model/origin.h"
#include "text/field_reader.h"
#include "text/json_writer.h"

namespace assay {

// `json` is an object or nothing. Labels may be numbers too, which are kept as they are written.
Origin ParseOrigin(JsonValue json, const FieldPath& path, FieldErrors* errors);

// The member "origin" of an object, with what was given; nothing at all when nothing was.
void WriteOrigin(const Origin& origin, JsonWriter* json);

}  // namespace assay
