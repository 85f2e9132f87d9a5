// Rows of problems where a command line names files and folders: a folder with a problem.yaml is a
// problem package and one row in our own form (read_package.h); anything else is data files
// (data/rows/rows.h).
//
// Blocks on the file system. Thread-safe: calls share nothing.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/rows/rows.h"

namespace assay::lab {

// Where rows come from, in the order in which they come.
Result<std::vector<std::string>> FindProblemSources(const std::vector<std::string>& paths);

struct SourceRow {
  std::string_view text;    // JSON of an object; empty: the row is refused
  std::string_view source;  // the file's or the package's name, without folders
  int64_t number = 0;       // in its source, from 1
  std::string refused;      // why a package is no row
};
// What it returns ends the stream when it is an Error, which is then the stream's own.
using OnSourceRow = std::function<Status(const SourceRow&)>;

// Of one of those. `identity` may be null; a package's hash is its row's.
Status ForEachSourceRow(const std::string& source, const OnSourceRow& on_row,
                        FileIdentity* identity = nullptr);

}  // namespace assay::lab
