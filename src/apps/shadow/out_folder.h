// OutFolder: the files of a shadow audit. disagreements.jsonl and bundles.jsonl grow as it goes,
// report.json and report.txt are replaced as wholes. All of them can be read by their owner alone:
// they hold programs, and bundles hold expected outputs.
//
// Add is called by one thread at a time, Write by the main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "apps/ask/bundle_file.h"
#include "base/result.h"
#include "shadow/audit.h"
#include "shadow/report/report.h"

namespace assay {

class OutFolder {
 public:
  // Makes the folder and replaces what is there of an earlier audit. kInvalidArgument names what
  // can't be made.
  static Result<std::unique_ptr<OutFolder>> Make(const std::string& path);

  void Add(const shadow::Disagreement& disagreement);
  // report.json; at the end report.txt too.
  Status Write(const shadow::ReportHead& head, const shadow::Tally& tally);
  // Whether everything could be written so far.
  Status Written();

 private:
  OutFolder(std::string path, FilePtr disagreements, FilePtr bundles)
      : path_(std::move(path)),
        disagreements_(std::move(disagreements)),
        bundles_(std::move(bundles)) {}

  const std::string path_;
  const FilePtr disagreements_;
  const FilePtr bundles_;
  int64_t bundle_lines_ = 0;
};

}  // namespace assay
