// RunAudit: every problem of some files, a few at a time, into a folder. A run that was broken off
// goes on where it was: what the folder has is not done again.
//
// Blocks; starts threads of its own and joins them.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/audit/find/evidence.h"
#include "lab/audit/run/audit_folder.h"
#include "lab/problems/records/row_run.h"
#include "service/judge.h"

namespace assay::audit {

struct AuditPlan {
  lab::RowFiles rows;
  std::string format;  // of the rows; empty: each is recognised
  AuditOptions options;
};
// What an audit is one of, as JSON in one fixed form. `build`: of the program.
std::string ManifestOf(const AuditPlan& plan, const std::string& build);

struct AuditProgress {
  int64_t done = 0;                            // of the plan's rows
  int64_t mend = 0, drop = 0, not_judged = 0;  // of those done by this process
};

// `on_progress` is called by one thread at a time. After a stop it returns once what is under way
// has ended; that is not kept.
Status RunAudit(const AuditPlan& plan, AuditFolder* folder, service::Judge* judge, int threads,
                const std::atomic<bool>* stop,
                const std::function<void(const AuditProgress&)>& on_progress);

}  // namespace assay::audit
