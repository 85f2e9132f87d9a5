// Grader: patches graded by running, for whoever asks: each by a thread of its own that waits for
// its sandbox, a tenant's at most half of the threads. A patch whose run can't be believed is
// graded beside a control run of the reference (swe/grade/verdict.h).
//
// Thread-safe. The destructor gives up what is under way and waits for that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/work/tenant_executor.h"
#include "sessions/sandboxes.h"
#include "swe/grade/verdict.h"
#include "swe/run/attempt.h"
#include "swe/run/control_runs.h"

namespace assay::swe {

enum class ControlUse {
  kNotNeeded,
  kRun,
  kKnown,  // an earlier run of the same
  kNone,   // wanted, and the task has no reference
};
inline constexpr auto kControlUseNames = MakeEnumNames<ControlUse>({
    {ControlUse::kNotNeeded, "not_needed"},
    {ControlUse::kRun, "run"},
    {ControlUse::kKnown, "known"},
    {ControlUse::kNone, "none"},
});
static_assert(kControlUseNames.IsWholeUpTo(ControlUse::kNone));

struct Graded {
  Grading grading;
  RanAttempt ran;
  ControlUse control = ControlUse::kNotNeeded;
  bool decoys = false;  // it would have been resolved, and had a run with decoys
  Nanoseconds queue_time{0};
  Nanoseconds total_time{0};  // since it began
};

class Grader {
 public:
  // Errors as of RunAttempt. From a thread of the grader.
  using Done = std::function<void(Result<Graded>)>;
  using Ticket = std::shared_ptr<TaskBox::Cancel>;

  // Both outlive it. `at_once`: patches of a tenant whose tests run side by side; the processor's
  // cores, since tests that wait for one may run out of time.
  Grader(Sandboxes& sandboxes, const Clock& clock, int at_once);
  ~Grader();
  Grader(const Grader&) = delete;
  Grader& operator=(const Grader&) = delete;

  // kResource: too many wait. Whoever wants it no more says so to the ticket; `done` is called
  // nevertheless.
  Result<Ticket> Submit(GradeJob job, Done done) ASSAY_EXCLUDES(mutex_);

 private:
  Result<Graded> Grade(const GradeJob& job, TaskBox::Cancel& cancel);
  // The run of decoys of a patch that resolves its task so far.
  Status TryDecoys(const GradeJob& job, TaskBox::Cancel& cancel, Graded* graded);
  // By the control run, where the grading wants one. `facts`: of the run that it is about.
  Status SettleBy(const GradeJob& job, TestSet set, const RunFacts& facts, TaskBox::Cancel& cancel,
                  Graded* graded);

  Sandboxes& sandboxes_;
  const Clock& clock_;
  ControlRuns controls_;
  Mutex mutex_;
  std::set<Ticket> under_way_ ASSAY_GUARDED_BY(mutex_);
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
  TenantExecutor threads_;  // last: what it carries out needs the rest
};

}  // namespace assay::swe
