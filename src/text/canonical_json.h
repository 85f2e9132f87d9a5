// The canonical form of a JSON value: what a problem's name is the SHA-256 of. Pure, thread-safe.
//
// No white space; members sorted by the bytes of their names, of repeated ones the last; strings
// with the shortest escapes and everything else as UTF-8; numbers as they were written. It is what
// Python's json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) gives for
// what json.loads read, as long as numbers are written the way Python writes them.
#pragma once

#include <string>

#include "text/json_reader.h"

namespace assay {

// Lone surrogates become U+FFFD: such texts are refused elsewhere.
std::string CanonicalJson(JsonValue value);

}  // namespace assay
