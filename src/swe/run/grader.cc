#include "swe/run/grader.h"

#include <algorithm>
#include <utility>

namespace assay::swe {
namespace {

constexpr int kMostJobs = 8192;
constexpr int kMostThreads = 256;

// A tenant has half of them: as many as there may be sandboxes.
int ThreadsFor(const SandboxPolicy& policy) {
  return 2 * std::clamp(policy.max_sandboxes, 1, kMostThreads / 2);
}

// Of one run, with all that is waited for around it.
Nanoseconds LongestRun(const GradeJob& job) {
  constexpr auto kAround = std::chrono::hours(2);
  return job.patience + job.limits.setup_time + job.limits.time + kAround;
}

}  // namespace

Grader::Grader(Sandboxes& sandboxes, const Clock& clock)
    : sandboxes_(sandboxes),
      clock_(clock),
      controls_(clock),
      threads_(kMostJobs, ThreadsFor(sandboxes.policy())) {}

Grader::~Grader() {
  std::set<Ticket> under_way;
  {
    MutexLock lock(mutex_);
    closed_ = true;
    under_way = under_way_;
  }
  for (const Ticket& ticket : under_way) ticket->Now();
  threads_.Flush();
}

Result<Grader::Ticket> Grader::Submit(GradeJob job, Done done) {
  const auto ticket = std::make_shared<TaskBox::Cancel>();
  {
    MutexLock lock(mutex_);
    if (closed_) return Error{ErrorCode::kUnavailable, "swe.run", 0, "the server ends"};
    under_way_.insert(ticket);
  }
  const std::string tenant = job.tenant;
  const bool taken =
      threads_.Submit(tenant, [this, ticket, job = std::make_shared<const GradeJob>(std::move(job)),
                               done = std::move(done), asked = clock_.Now()] {
        const SteadyTime began = clock_.Now();
        Result<Graded> graded = Grade(*job, *ticket);
        if (graded.ok()) {
          graded->queue_time = began - asked;
          graded->total_time = clock_.Now() - began;
        }
        done(std::move(graded));
        MutexLock lock(mutex_);
        under_way_.erase(ticket);
      });
  if (taken) return ticket;
  MutexLock lock(mutex_);
  under_way_.erase(ticket);
  return Error{ErrorCode::kResource, "swe.run", 0, "too many patches wait to be graded"};
}

Result<Graded> Grader::Grade(const GradeJob& job, TaskBox::Cancel& cancel) {
  Graded graded;
  ASSAY_ASSIGN_OR_RETURN(graded.ran, RunAttempt(sandboxes_, job, Patch::kCandidates, cancel));
  if (graded.ran.refused) {
    graded.grading.reasons.push_back({ReasonKind::kPatch, "", *graded.ran.refused});
    return graded;
  }
  graded.grading = swe::Grade(graded.ran.lists, graded.ran.attempt);
  if (!graded.grading.wants_control) return graded;
  if (!job.task->HasReference()) {
    graded.grading.wants_control = false;
    graded.control = ControlUse::kNone;
    return graded;
  }
  ASSAY_ASSIGN_OR_RETURN(const ControlRuns::Control control,
                         controls_.Get(ControlFingerprint(job), LongestRun(job),
                                       [&] { return GradeReference(job, cancel); }));
  graded.control = control.known ? ControlUse::kKnown : ControlUse::kRun;
  graded.grading = Settle(std::move(graded.grading), control.grading);
  return graded;
}

Result<Grading> Grader::GradeReference(const GradeJob& job, TaskBox::Cancel& cancel) {
  ASSAY_ASSIGN_OR_RETURN(const RanAttempt ran,
                         RunAttempt(sandboxes_, job, Patch::kReferences, cancel));
  return swe::Grade(ran.lists, ran.attempt);
}

}  // namespace assay::swe
