// Files of a request: path to base64 text. Pure decoding, thread-safe.
#pragma once

#include <map>
#include <string>

#include "base/blob.h"
#include "text/field_reader.h"

namespace assay {

// Null values, and paths with the peers' marker, are left out. `undecodable`: the path of the first
// file that is not base64.
std::map<std::string, BlobPtr> DecodeFiles(JsonValue files, const FieldPath& path,
                                           std::string* undecodable, FieldErrors* errors);

}  // namespace assay
