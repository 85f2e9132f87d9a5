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
// No two may want one name, be it both as files or one as a folder.
Status CheckInputFiles(const std::string& field, const std::map<std::string, BlobPtr>& files);

// Whether a file may bear the name of one of the program's own; it is then left out.
enum class SameName { kRefused, kGivesWay };
// Files besides those that the program brings or is compiled to, `own`: neither can be where the
// other is. REQUIRES: CheckInputFiles is content.
Status CheckApart(const std::string& field, const std::map<std::string, BlobPtr>& files,
                  const std::vector<std::string>& own, SameName same);

// Names to collect: they may be missing, but must be names.
Status CheckFetchedFiles(const std::string& field, const std::vector<std::string>& paths);

// Words of a command line: no NUL, and short enough together for any kernel.
Status CheckWords(const std::string& field, const std::vector<std::string>& words);

}  // namespace assay
