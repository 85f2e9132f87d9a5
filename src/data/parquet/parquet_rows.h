// ForEachParquetRow: the rows of a Parquet file as JSON objects.
//
// Read: pages of both versions, dictionaries, every encoding that the format has for values and
// levels, Snappy, gzip and Zstandard, lists, structs and maps in each other. Not read, and said so:
// encrypted files, columns in other files, Brotli, LZ4 and LZO. docs/evaluation.md tells how values
// look as JSON.
//
// Nothing that the file claims of itself is believed before it is checked; costs are bounded by its
// size (read_limits.h). Blocks on the file system. Thread-safe: calls share nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "data/parquet/read_limits.h"

namespace assay {

// `fd` is a regular file open for reading, `path` its name for errors: "test.parquet: row 17: …".
// An error of `on_row` ends the reading. On success `rows` is how many there were.
Status ForEachParquetRow(int fd, const std::string& path,
                         const std::function<Status(std::string_view json_object)>& on_row,
                         int64_t* rows, const parquet::ReadLimits& limits = {});

}  // namespace assay
