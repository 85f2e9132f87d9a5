#include "lab/audit/run/audit_folder.h"

namespace assay::audit {

Result<std::unique_ptr<AuditFolder>> AuditFolder::Open(const std::string& path,
                                                       std::string_view manifest,
                                                       const std::vector<std::string>& inputs) {
  const auto read_head = [](std::string_view line) -> std::optional<lab::RecordHead> {
    const auto audit = ParseAudit(line);
    if (!audit.ok()) return std::nullopt;
    return lab::RecordHead{audit->index, audit->not_judged.empty()};
  };
  const lab::RecordFolder::Kind kind{
      "audited.jsonl",
      "audit",
      read_head,
      {"findings.jsonl", "mended.jsonl", "report.json", "report.html"}};
  ASSAY_ASSIGN_OR_RETURN(auto records, lab::RecordFolder::Open(path, kind, manifest, inputs));
  return std::unique_ptr<AuditFolder>(new AuditFolder(std::move(records)));
}

Status AuditFolder::ForEach(const std::function<Status(const ProblemAudit&)>& on_audit) const {
  return records_->ForEach([&](std::string_view line) -> Status {
    ASSAY_ASSIGN_OR_RETURN(const ProblemAudit audit, ParseAudit(line));
    return on_audit(audit);
  });
}

}  // namespace assay::audit
