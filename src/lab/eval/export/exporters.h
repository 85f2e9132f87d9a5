// What a run folder holds, written in the forms that other tools read. An export repeats what was
// decided; it decides nothing. Where the other form has no word for a sample that was never judged,
// the exporter says in its notes what stands there instead.
//
// Pure but for reading the folder; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lab/eval/report/records.h"
#include "lab/eval/report/summary.h"
#include "rollout/folder/run_folder.h"

namespace assay::eval {

struct ExportFile {
  std::string name;  // without folders
  std::string text;
};

struct Export {
  std::vector<ExportFile> files;
  // What a reader of the files cannot see, a sentence each: samples that are no zeros but stand as
  // such, figures that the form has no place for.
  std::vector<std::string> notes;
};

// A sample with its text, for the forms that repeat it.
struct ExportedSample {
  Outcome outcome;
  std::string response;  // the answer without its reasoning; empty: there is none
  // Words of the harness by part; see Grade.
  std::vector<std::pair<std::string, std::string>> parts;
};
// Of each item in the order of records.items, by sample number.
using SamplesByItem = std::vector<std::vector<ExportedSample>>;

struct ExportInput {
  const RunReport* report = nullptr;
  const ProfileReport* profile = nullptr;
  SamplesByItem samples;
  // Unix time, for forms that demand the time of the export.
  int64_t now = 0;
};

struct Exporter {
  std::string_view name;  // "scalebox"
  std::string_view about;
  Result<Export> (*run)(const ExportInput& input);
};

// In the order of --help.
const std::vector<Exporter>& AllExporters();

// REQUIRES: the report has the profile.
Result<ExportInput> ReadForExport(const rollout::RunFolder& folder, const RunReport& report,
                                  GradeProfile profile);

// The exporters, a file each.
Result<Export> ExportScaleBox(const ExportInput& input);
Result<Export> ExportEvalPlus(const ExportInput& input);
Result<Export> ExportLiveCodeBench(const ExportInput& input);
Result<Export> ExportEveryEvalEver(const ExportInput& input);

}  // namespace assay::eval
