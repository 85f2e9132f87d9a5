// Checks of the parts of a submission that end up as paths and words of the operating system.
//
// A runner refuses what the system cannot take, and a refusal by the runner counts as a fault of
// ours. Whoever sends such a request shall be told so instead, before anything runs.
//
// Pure functions; any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "base/result.h"

namespace assay {

// Relative paths lie in the work folder; absolute ones must lie in a place that programs may write.
// No two files may want one name as file and as folder.
Status CheckInputFiles(const std::string& field, const std::map<std::string, BlobPtr>& files);

// Names to collect: they may be missing, but must be names.
Status CheckFetchedFiles(const std::string& field, const std::vector<std::string>& paths);

// Words of a command line: no NUL, and short enough together for any kernel.
Status CheckWords(const std::string& field, const std::vector<std::string>& words);

}  // namespace assay
