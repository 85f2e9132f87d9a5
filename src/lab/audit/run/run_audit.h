// RunAudit: every problem of some files, a few at a time, into a folder. A run that was broken off
// goes on where it was: what the folder has is not done again.
//
// Blocks; starts threads of its own and joins them. Rows are read as a stream, and only so many
// wait as there are threads.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/rows/rows.h"
#include "lab/audit/find/evidence.h"
#include "lab/audit/run/audit_folder.h"
#include "service/judge.h"

namespace assay::audit {

struct AuditPlan {
  std::vector<std::string> files;  // and folders of packages, as FindProblemSources has them
  std::string format;              // of the rows; empty: each is recognised
  int64_t limit = 0;               // rows of all files together; 0: all
  AuditOptions options;
  std::vector<FileIdentity> identities;  // filled by Survey
  int64_t rows = 0;                      // the same, by the limit
};
// Reads the files once: how many rows there are, and which files these are.
Status Survey(AuditPlan* plan);
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
