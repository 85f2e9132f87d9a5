#include "lab/audit/run/audit_folder.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"

namespace assay::audit {
namespace {

constexpr char kStage[] = "audit.folder";

}  // namespace

Result<std::unique_ptr<AuditFolder>> AuditFolder::Open(const std::string& path,
                                                       std::string_view manifest) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return SystemError(kStage, failed.value(), path + " cannot be made");
  std::unique_ptr<AuditFolder> folder(new AuditFolder(path));
  ASSAY_ASSIGN_OR_RETURN(folder->lock_, rollout::LockFolder(path));
  ASSAY_RETURN_IF_ERROR(folder->AgreeOn(manifest));
  MutexLock lock(folder->mutex_);
  ASSAY_ASSIGN_OR_RETURN(
      folder->rows_,
      rollout::RowFile::Open(
          path + "/audited.jsonl", rollout::RowFile::Use::kAppend,
          [&](rollout::RowFile::Place place, std::string_view line) ASSAY_REQUIRES(folder->mutex_) {
            // A damaged line is as none: its problem is audited again.
            const auto audit = ParseAudit(line);
            if (!audit.ok()) return;
            folder->records_[audit->index] = {place, audit->not_judged.empty()};
          }));
  return folder;
}

Status AuditFolder::AgreeOn(std::string_view manifest) const {
  const std::string path = path_ + "/manifest.json";
  if (::access(path.c_str(), F_OK) != 0) {
    return rollout::WriteDurably(path, std::string(manifest) + "\n");
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string before, ReadFile(path, kStage));
  if (TrimAsciiSpace(before) == manifest) return {};
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               path_ +
                   " is the folder of another audit: its manifest.json names other files, options "
                   "or another build. Name another folder"};
}

bool AuditFolder::Done(int64_t index) const {
  MutexLock lock(mutex_);
  const auto found = records_.find(index);
  return found != records_.end() && found->second.done;
}

int64_t AuditFolder::done() const {
  MutexLock lock(mutex_);
  int64_t count = 0;
  for (const auto& [index, record] : records_) count += record.done ? 1 : 0;
  return count;
}

Status AuditFolder::Put(const ProblemAudit& audit) {
  ASSAY_ASSIGN_OR_RETURN(const auto place, rows_->Append(ToJson(audit, true)));
  MutexLock lock(mutex_);
  records_[audit.index] = {place, audit.not_judged.empty()};
  return {};
}

Status AuditFolder::ForEach(const std::function<Status(const ProblemAudit&)>& on_audit) const {
  std::map<int64_t, Record> records;
  {
    MutexLock lock(mutex_);
    records = records_;
  }
  for (const auto& [index, record] : records) {
    ASSAY_ASSIGN_OR_RETURN(const std::string line, rows_->Read(record.place));
    ASSAY_ASSIGN_OR_RETURN(const ProblemAudit audit, ParseAudit(line));
    ASSAY_RETURN_IF_ERROR(on_audit(audit));
  }
  return {};
}

}  // namespace assay::audit
