// A value of a Parquet column as JSON text, by what the file says it means (docs/evaluation.md has
// the table). Pure; thread-safe.
#pragma once

#include "data/parquet/encoding/values.h"
#include "data/parquet/format/schema.h"
#include "text/json_writer.h"

namespace assay::parquet {

// Null: done. Else what is wrong with the value, a few words; nothing was written then.
const char* RenderValue(const SchemaNode& leaf, const Value& value, JsonWriter& out);

}  // namespace assay::parquet
