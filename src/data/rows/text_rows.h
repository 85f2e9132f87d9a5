// Rows of JSON text: an object a line, or one array of objects. What it is shows in its first
// character. Pure but for the source it reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "data/rows/byte_source.h"
#include "data/rows/row.h"

namespace assay {

// `path` is for errors: "test.jsonl:17: …". On success `rows` is how many there were.
Status ForEachTextRow(ByteSource& source, const std::string& path, const OnRow& on_row,
                      int64_t* rows);

// What a file that begins like this is, when that can't be read as rows: a sentence with what to
// do. Empty: it isn't known not to be rows. Takes the first 64 bytes or more.
std::string OtherKind(std::string_view head);

}  // namespace assay
