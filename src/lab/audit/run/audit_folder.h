// AuditFolder: what an audit has found out, in a folder that survives being killed at any moment.
//
//   manifest.json   what it is an audit of, and by which rules
//   audited.jsonl   a line for each problem, in the order in which they were done
//   lock            held by the one process that writes
//
// findings.jsonl, mended.jsonl and the reports are made from these when all is done.
//
// Thread-safe but for ForEach. What it knows of problems lies on the disk; in memory is only where.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "lab/audit/model/finding.h"
#include "rollout/folder/row_file.h"

namespace assay::audit {

class AuditFolder {
 public:
  // Makes the folder where there is none. `manifest`: JSON in one fixed form. kInvalidArgument: it
  // is the folder of another audit, or another process writes there.
  static Result<std::unique_ptr<AuditFolder>> Open(const std::string& path,
                                                   std::string_view manifest);
  AuditFolder(const AuditFolder&) = delete;

  const std::string& path() const { return path_; }
  // Whether the problem is done; one with programs that weren't judged is not.
  bool Done(int64_t index) const ASSAY_EXCLUDES(mutex_);
  int64_t done() const ASSAY_EXCLUDES(mutex_);
  // On the disk when it returns. A later one of the same index takes an earlier one's place.
  Status Put(const ProblemAudit& audit) ASSAY_EXCLUDES(mutex_);
  // In the order of the indices. REQUIRES: nobody puts meanwhile.
  Status ForEach(const std::function<Status(const ProblemAudit&)>& on_audit) const
      ASSAY_EXCLUDES(mutex_);

 private:
  struct Record {
    rollout::RowFile::Place place;
    bool done = false;
  };

  explicit AuditFolder(std::string path) : path_(std::move(path)) {}
  Status AgreeOn(std::string_view manifest) const;

  const std::string path_;
  UniqueFd lock_;
  std::unique_ptr<rollout::RowFile> rows_;
  mutable Mutex mutex_;
  std::map<int64_t, Record> records_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::audit
