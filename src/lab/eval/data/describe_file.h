// What a data file holds: its identity, its columns with their types, and its first rows. For
// people who have a file and want to know what can be made of it. Blocks on the file system; no
// state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/rows/rows.h"
#include "text/json_reader.h"

namespace assay::eval {

struct ColumnDescription {
  std::string name;
  // Of its values, in the order in which they were met: "text", "number", "true or false", "null",
  // "list of text", "object {input: list of text}", "text of JSON" for texts that hold a list or an
  // object.
  std::vector<std::string> types;
  int64_t rows = 0;   // that have it, null aside
  std::string first;  // JSON of its first value that isn't null, shortened, fit for a terminal
};

struct FileDescription {
  FileIdentity identity;
  std::vector<ColumnDescription> columns;  // in the order in which rows brought them
  std::vector<std::string> first_rows;     // as JSON, a few and not too long together
};

// An Error names the file, and the line that isn't a row.
Result<FileDescription> DescribeFile(const std::string& path);

// Of one value, two levels deep.
std::string TypeOf(JsonValue value);

}  // namespace assay::eval
