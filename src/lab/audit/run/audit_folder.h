// AuditFolder: what an audit has found out, as lines of audited.jsonl in a RecordFolder.
// findings.jsonl, mended.jsonl and the reports are made from these when all is done.
//
// Thread-safe but for ForEach.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/audit/model/finding.h"
#include "lab/problems/records/record_folder.h"

namespace assay::audit {

class AuditFolder {
 public:
  // Makes the folder where there is none. `manifest`: JSON in one fixed form. `inputs`: files that
  // are read. kInvalidArgument: it is the folder of another audit, another process writes there, or
  // an input has the place of a file of the folder.
  static Result<std::unique_ptr<AuditFolder>> Open(const std::string& path,
                                                   std::string_view manifest,
                                                   const std::vector<std::string>& inputs);
  AuditFolder(const AuditFolder&) = delete;

  const std::string& path() const { return records_->path(); }
  // Problems that are done; one with programs that weren't judged is not.
  int64_t done() const { return records_->done(); }
  // In the order of the indices. REQUIRES: nobody puts meanwhile.
  Status ForEach(const std::function<Status(const ProblemAudit&)>& on_audit) const;
  lab::RecordFolder* records() const { return records_.get(); }

 private:
  explicit AuditFolder(std::unique_ptr<lab::RecordFolder> records) : records_(std::move(records)) {}

  const std::unique_ptr<lab::RecordFolder> records_;
};

}  // namespace assay::audit
