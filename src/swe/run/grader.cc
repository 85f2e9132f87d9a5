#include "swe/run/grader.h"

#include <algorithm>
#include <utility>

namespace assay::swe {
namespace {

constexpr int kMostJobs = 8192;
constexpr int kMostThreads = 256;

// A tenant has half of them: `at_once`, or as many as there may be sandboxes.
int ThreadsFor(const SandboxPolicy& policy, int at_once) {
  return 2 * std::clamp(std::min(policy.max_sandboxes, at_once), 1, kMostThreads / 2);
}

// Of one run, with all that is waited for around it.
Nanoseconds LongestRun(const GradeJob& job) {
  constexpr auto kAround = std::chrono::hours(2);
  return job.patience + job.limits.setup_time + job.limits.time + kAround;
}

}  // namespace

Grader::Grader(Sandboxes& sandboxes, const Clock& clock, int at_once)
    : sandboxes_(sandboxes),
      clock_(clock),
      controls_(clock),
      threads_(kMostJobs, ThreadsFor(sandboxes.policy(), at_once)) {}

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
  ASSAY_ASSIGN_OR_RETURN(graded.ran,
                         RunAttempt(sandboxes_, job, Patch::kCandidates, TestSet::kOwn, cancel));
  if (graded.ran.refused) {
    graded.grading.reasons.push_back({ReasonKind::kPatch, "", *graded.ran.refused});
    return graded;
  }
  graded.grading = swe::Grade(graded.ran.lists, graded.ran.attempt);
  ASSAY_RETURN_IF_ERROR(SettleBy(job, TestSet::kOwn, graded.ran.attempt.facts, cancel, &graded));
  if (graded.grading.verdict == SweVerdict::kResolved && graded.ran.has_decoys) {
    ASSAY_RETURN_IF_ERROR(TryDecoys(job, cancel, &graded));
  }
  return graded;
}

Status Grader::TryDecoys(const GradeJob& job, TaskBox::Cancel& cancel, Graded* graded) {
  ASSAY_ASSIGN_OR_RETURN(const RanAttempt ran,
                         RunAttempt(sandboxes_, job, Patch::kCandidates, TestSet::kDecoys, cancel));
  graded->decoys = true;
  const Grading grading = GradeDecoys(ran.lists, ran.attempt);
  if (grading.verdict == SweVerdict::kResolved) return {};
  graded->grading.verdict = grading.verdict;
  graded->grading.reasons = grading.reasons;
  graded->grading.wants_control = grading.wants_control;
  graded->ran.log = ran.log;
  return SettleBy(job, TestSet::kDecoys, ran.attempt.facts, cancel, graded);
}

Status Grader::SettleBy(const GradeJob& job, TestSet set, const RunFacts& facts,
                        TaskBox::Cancel& cancel, Graded* graded) {
  if (!graded->grading.wants_control) return {};
  if (!job.task->HasReference()) {
    graded->grading.wants_control = false;
    graded->control = ControlUse::kNone;
    return {};
  }
  const auto grade = [&]() -> Result<Grading> {
    ASSAY_ASSIGN_OR_RETURN(const RanAttempt ran,
                           RunAttempt(sandboxes_, job, Patch::kReferences, set, cancel));
    return set == TestSet::kOwn ? swe::Grade(ran.lists, ran.attempt)
                                : GradeDecoys(ran.lists, ran.attempt);
  };
  const std::string key = ControlFingerprint(job) + (set == TestSet::kOwn ? "" : "-decoys");
  // A machine that is busy takes time from both.
  const auto remembered =
      facts.timed_out ? ControlRuns::Remembered::kDoesNotCount : ControlRuns::Remembered::kCounts;
  ASSAY_ASSIGN_OR_RETURN(const ControlRuns::Control control,
                         controls_.Get(key, remembered, LongestRun(job), grade));
  graded->control = control.known ? ControlUse::kKnown : ControlUse::kRun;
  graded->grading = Settle(std::move(graded->grading), control.grading);
  return {};
}

}  // namespace assay::swe
