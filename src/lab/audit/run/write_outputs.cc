#include "lab/audit/run/write_outputs.h"

#include "rollout/folder/durable_file.h"

namespace assay::audit {

Result<AuditSummary> WriteOutputs(const ReportHead& head, const AuditFolder& folder) {
  AuditSummary summary;
  ASSAY_ASSIGN_OR_RETURN(const auto findings,
                         rollout::DurableFile::Open(folder.path() + "/findings.jsonl"));
  ASSAY_ASSIGN_OR_RETURN(const auto mended,
                         rollout::DurableFile::Open(folder.path() + "/mended.jsonl"));
  const Status written = folder.ForEach([&](const ProblemAudit& audit) -> Status {
    summary.Add(audit);
    ASSAY_RETURN_IF_ERROR(findings->Write(ToJson(audit, false) + "\n"));
    return audit.mended_row.empty() ? Status() : mended->Write(audit.mended_row + "\n");
  });
  if (!written.ok()) return written.error();
  ASSAY_RETURN_IF_ERROR(findings->Commit());
  ASSAY_RETURN_IF_ERROR(mended->Commit());
  ASSAY_RETURN_IF_ERROR(
      rollout::WriteDurably(folder.path() + "/report.json", ReportJson(head, summary)));
  ASSAY_RETURN_IF_ERROR(
      rollout::WriteDurably(folder.path() + "/report.html", ReportHtml(head, summary)));
  return summary;
}

}  // namespace assay::audit
