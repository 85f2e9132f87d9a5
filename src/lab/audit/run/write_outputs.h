// WriteOutputs: the files that people and programs read, made from what the folder has. Each is
// there as a whole or not at all. Blocks on the disk.
//
//   findings.jsonl   a line a problem: verdict, findings, test strength
//   mended.jsonl     the rows that could be mended, in our own form
//   report.json, report.html
#pragma once

#include "base/result.h"
#include "lab/audit/report/summary.h"
#include "lab/audit/run/audit_folder.h"

namespace assay::audit {

Result<AuditSummary> WriteOutputs(const ReportHead& head, const AuditFolder& folder);

}  // namespace assay::audit
