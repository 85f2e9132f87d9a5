// AuditProblemRow: all steps of an audit on one problem. Blocks on the judge; thread-safe.
#pragma once

#include "lab/audit/find/evidence.h"
#include "lab/audit/judge/asker.h"

namespace assay::audit {

// Without file and row, which are the caller's to fill in. What it says holds only when the asker
// wasn't stopped meanwhile.
ProblemAudit AuditOne(const lab::LabelledProblem& problem, const AuditOptions& options,
                      const Asker& asker);

}  // namespace assay::audit
