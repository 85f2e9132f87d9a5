// The report of a run folder: report.json and report.html are written into it, and a table of at
// most 80 columns is printed. Used at the end of `assay eval run` and by `assay eval report`, also
// while a run is going on in the folder: it takes no lock, and the files appear whole.
//
// Used by the main thread.
#pragma once

#include <string>

#include "base/result.h"
#include "lab/eval/report/summary.h"

namespace assay {

// A report without a headline: too many samples errored. The rows are kept; the next start of the
// run repeats what is missing.
inline constexpr int kExitNoHeadline = 3;

struct ReportRequest {
  std::string folder;
  eval::ReportOptions options = {};
  bool json = false;  // print report.json in place of the table
};

// Returns the exit code: 0, kExitNoHeadline, 2 when the folder is no run folder, 1 when the files
// can't be written. Says on stderr what is wrong.
int MakeReport(const ReportRequest& request);

// Opens the folder to read and computes all figures.
Result<eval::RunReport> ReadReport(const std::string& folder, const eval::ReportOptions& options);

// A file as a whole or not at all.
Status WriteWholeFile(const std::string& path, std::string_view bytes);

}  // namespace assay
