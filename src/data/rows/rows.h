// ForEachRow: the rows of a data file, each as the text of one JSON object, whatever the file is
// written in: one object a line (JSONL), one JSON array of objects, either of them in gzip or
// Zstandard, or Parquet. What it is written in is seen from its bytes; the name counts for nothing.
//
// Rows come as a stream. Memory is bounded by the longest row (kMaxRowBytes; Parquet:
// data/parquet/read_limits.h), not by the file. A file that is torn, damaged or of another kind is
// an error that names the file and the line: rows before it were given already, so a caller that
// gets an error has no data set. Byte order marks, CRLF and blank lines are passed over.
//
// Blocks on the file system. Thread-safe: calls share nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/rows/row.h"

namespace assay {

// What a report says about a file that it was made from.
struct FileIdentity {
  std::string name;    // without folders
  std::string sha256;  // hex, of the bytes as they lie on the disk
  int64_t rows = 0;
};

// `identity` may be null: the file's hash costs a pass over its bytes. Filled on success only.
Status ForEachRow(const std::string& path, const OnRow& on_row, FileIdentity* identity = nullptr);

// The same for the files that `paths` name, in that order; a folder stands for its data files
// (data_files.h). `identities` gets one for each file; may be null. None of them with a row is
// NoRows.
Status ForEachRowOf(const std::vector<std::string>& paths, const OnRow& on_row,
                    std::vector<FileIdentity>* identities = nullptr);

// kInvalidArgument: whoever named these files meant others, and a success would hide it.
Error NoRows(const std::vector<std::string>& paths);

}  // namespace assay
