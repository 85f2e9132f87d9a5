// OutFolder: the files of a shadow audit. disagreements.jsonl and bundles.jsonl grow as it goes,
// report.json and report.txt are replaced as wholes. All of them can be read by their owner alone:
// they hold programs, and bundles hold expected outputs.
//
// Add is called by one thread at a time, the rest by the main thread.
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
  // Makes the folder and, under other names, the files that grow. kInvalidArgument names what can't
  // be made.
  static Result<std::unique_ptr<OutFolder>> Make(const std::string& path);
  // Without Begin nothing is left of it.
  ~OutFolder();
  OutFolder(const OutFolder&) = delete;
  OutFolder& operator=(const OutFolder&) = delete;

  // Replaces what is there of an earlier audit: once nothing is in the way of this one. Add may
  // have been called before. Main thread, once.
  Status Begin();
  void Add(const shadow::Disagreement& disagreement);
  // report.json; at the end report.txt too. REQUIRES: Begin.
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
  bool begun_ = false;  // the main thread's
  int64_t bundle_lines_ = 0;
};

}  // namespace assay
