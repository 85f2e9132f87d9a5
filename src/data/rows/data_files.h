// Which files a user means who names files and folders. Blocks on the file system; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

// Files as they are named; of a folder, those directly in it whose names say that they hold rows
// (.jsonl, .ndjson, .json, .parquet, each with .gz, .zst or nothing behind), by name, bytewise.
// Hidden files and the descriptions that lie beside data on the hubs (dataset_infos.json and its
// kind) are not among them. A folder without any is an error, which names its subfolders that have
// some.
Result<std::vector<std::string>> FindDataFiles(const std::vector<std::string>& paths);

}  // namespace assay
