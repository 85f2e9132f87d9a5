// In this order: admission and identical submissions (Submit, JoinVerdict, FinishWith, Settle),
// what follows when a job has changed (Update), work for the workers (TryAssign, NextForWorker),
// its end (LandCompile, Complete), jobs that are stopped (Cancel to NextForTimer), the end of it
// all (Drain, Shutdown), and numbers.
#include "engine/core.h"

#include <algorithm>

#include "base/check.h"

namespace assay {
namespace {

// For some 300,000 tests.
constexpr int64_t kHistoryBytes = 8 << 20;

// Waits follow the real clock, deadlines the engine's. Waking this often keeps them together when
// the engine's clock is not the real one; nothing wakes while there is no deadline. A deadline that
// is further away than this wakes nobody when it comes or goes.
constexpr Nanoseconds kWaitSlice{std::chrono::milliseconds(50)};

// How long a worker may stay with a submission while others wait: some dozens of restored runs, and
// less than anybody waits for a verdict. Where the machine's time is scarce a run takes many times
// what it computes, and the first of a process is still what costs most: then as long as a usual
// submission's tests take, with an end. One that has not begun waits for the shorter of both.
constexpr Nanoseconds kStay{std::chrono::milliseconds(20)};
constexpr int kStayRuns = 32;
constexpr Nanoseconds kLongestStay{std::chrono::milliseconds(500)};

SteadyTime WakeTime(SteadyTime deadline, const Clock& clock) {
  const Nanoseconds left =
      std::clamp(Nanoseconds(deadline - clock.Now()), Nanoseconds{0}, kWaitSlice);
  return std::chrono::steady_clock::now() + left;
}

// What the server learns of a tenant's problem is of use to that tenant only.
std::string WithinTenant(const Submission& submission) {
  const std::string& identity = submission.problem->identity;
  return submission.tenant.empty() ? identity : submission.tenant + "\n" + identity;
}

class CoreTicket final : public Ticket {
 public:
  CoreTicket(std::weak_ptr<EngineCore> core, JobId id) : core_(std::move(core)), id_(id) {}
  void Cancel() override {
    if (const auto core = core_.lock()) core->Cancel(id_);
  }
  bool CancelUnlessStarted() override {
    const auto core = core_.lock();
    return core && core->CancelUnlessStarted(id_);
  }

 private:
  const std::weak_ptr<EngineCore> core_;
  const JobId id_;
};

}  // namespace

EngineCore::EngineCore(const EngineOptions& options, int slots, const Clock& clock)
    : slots_(slots),
      verdict_bytes_(options.verdict_cache_bytes),
      clock_(clock),
      admission_(options.max_queued_submissions, options.max_queued_bytes),
      tenants_(options.tenants),
      scheduler_(slots),
      compiles_(options.compile_cache_bytes),
      verdicts_(options.verdict_cache_bytes),
      history_(kHistoryBytes) {}

Result<TicketPtr> EngineCore::Submit(JobPlan plan, SubmissionDone done,
                                     const std::string& verdict_key) {
  MutexLock lock(mutex_);
  if (draining_) {
    return Error{ErrorCode::kUnavailable, "engine.submit", 0, "the server is shutting down"};
  }
  ASSAY_RETURN_IF_ERROR(Admit(plan.submission));
  const JobId id = ++last_id_;
  const Priority priority = plan.submission.priority;
  auto job = std::make_shared<Job>(std::move(plan), clock_.Now());
  const Submission& submission = job->plan().submission;
  // Up to the first failure input order wastes least: whatever ran first, the tests before that
  // failure must all have run.
  if (submission.stop == StopPolicy::kRunAll && !submission.problem->identity.empty()) {
    job->SetOrder(history_.Order(WithinTenant(submission), submission.problem->tests.size()));
  }
  admitted_.emplace(id,
                    Admitted{std::move(job), std::move(done), std::nullopt, verdict_key, {}, {}});
  ++outstanding_;
  scheduler_.Add(id, priority, submission.tenant, tenants_.ShareOf(submission.tenant));
  JoinVerdict(id);
  work_.NotifyOne();
  return TicketPtr(std::make_shared<CoreTicket>(weak_from_this(), id));
}

Status EngineCore::Admit(const Submission& submission) {
  // The tenant's bounds first: of a full queue each asks in vain, whoever fills it.
  const auto alone = [times = times_, slots = slots_](int64_t queued) {
    // Each slot finds its next task, however impatient clients are.
    return queued < 2 * slots ? Nanoseconds{0} : times.Wait(queued, slots);
  };
  ASSAY_RETURN_IF_ERROR(tenants_.Admit(submission.tenant, clock_.Now(), alone));
  Status status = admission_.Admit(submission);
  if (!status.ok()) tenants_.Release(submission.tenant);
  return status;
}

void EngineCore::Release(const Submission& submission) {
  admission_.Release(submission);
  tenants_.Release(submission.tenant);
}

void EngineCore::JoinVerdict(JobId id) {
  Admitted& admitted = admitted_.at(id);
  if (!admitted.verdict_key.empty()) {
    auto joined =
        verdicts_.Join(admitted.verdict_key, admitted.job->plan().submission.priority, id);
    if (joined.role == VerdictCache::Role::kHit) {
      ++counts_.verdict_hits;
      return FinishWith(id, std::move(joined.result));
    }
    if (joined.role == VerdictCache::Role::kLead) admitted.flight = std::move(joined.flight);
    admitted.job->SetHeld(joined.role == VerdictCache::Role::kWait);
  }
  Update(id);
}

// REQUIRES: nothing of the job has started.
void EngineCore::FinishWith(JobId id, SubmissionResultPtr shared) {
  const auto found = admitted_.find(id);
  scheduler_.Remove(id);
  Release(found->second.job->plan().submission);
  finished_.push_back({std::move(found->second.job),
                       std::move(found->second.done),
                       clock_.Now(),
                       {},
                       std::move(shared)});
  admitted_.erase(found);
  timer_.NotifyOne();
}

void EngineCore::Settle(const std::string& flight, const SubmissionResult& result) {
  const Sharing sharing = SharingOf(result);
  const int64_t bytes = BytesOf(result);
  SubmissionResultPtr shared;
  bool copy = sharing == Sharing::kKeep && verdict_bytes_ / VerdictCache::kLargestShare > bytes;
  if (sharing != Sharing::kNobody && !copy) {
    MutexLock lock(mutex_);
    copy = verdicts_.HasWaiters(flight);
  }
  if (copy) shared = std::make_shared<const SubmissionResult>(result);

  MutexLock lock(mutex_);
  const std::vector<JobId> waiters = verdicts_.Land(flight);
  if (shared && sharing == Sharing::kKeep) verdicts_.Keep(flight, shared, bytes);
  for (const JobId id : waiters) {
    if (admitted_.count(id) == 0) continue;  // cancelled meanwhile
    if (shared) {
      ++counts_.verdict_joins;
      FinishWith(id, shared);
    } else {
      JoinVerdict(id);  // the first leads, the others follow it
    }
  }
  work_.NotifyOne();
}

void EngineCore::Learn(const Assignment& assignment, const TaskOutcome& outcome) {
  const Problem& problem = *assignment.job->plan().submission.problem;
  const auto* result = std::get_if<TestResult>(&outcome);
  if (problem.identity.empty() || result == nullptr || !result->executed) return;
  history_.Record(WithinTenant(assignment.job->plan().submission), problem.tests.size(),
                  assignment.task.test, result->run.cpu_time);
}

void EngineCore::Update(JobId id, HandedBackBy by) {
  const auto found = admitted_.find(id);
  ASSAY_CHECK(found != admitted_.end());
  Admitted& admitted = found->second;
  scheduler_.SetRunnable(id, admitted.job->runnable());
  if (!admitted.deadline && (admitted.deadline = admitted.job->deadline())) {
    deadlines_.emplace(*admitted.deadline, id);
    // It wakes in time for all that is further away, which is nearly every deadline.
    const bool soon = *admitted.deadline - clock_.Now() < kWaitSlice;
    if (timer_dozes_ || (soon && deadlines_.begin()->second == id)) timer_.NotifyOne();
  }
  if (!admitted.job->finished()) return;

  if (admitted.deadline) deadlines_.erase({*admitted.deadline, id});
  scheduler_.Remove(id);
  Release(admitted.job->plan().submission);
  const SteadyTime now = clock_.Now();
  rate_.OnFinished(now);
  if (const auto start = admitted.job->first_start(); start && !admitted.job->cancelled()) {
    times_.OnFinished(admitted.slot_time, now - *start);
  }
  finished_.push_back({std::move(admitted.job), std::move(admitted.done), now,
                       std::move(admitted.flight), nullptr});
  admitted_.erase(found);
  if (by == HandedBackBy::kWoken || finished_.size() > 1) timer_.NotifyOne();
}

EngineCore::Finished EngineCore::PopFinished() {
  Finished finished = std::move(finished_.front());
  finished_.pop_front();
  if (exiting_ && idle()) {
    work_.NotifyAll();
    timer_.NotifyAll();
  }
  return finished;
}

std::optional<EngineCore::Assignment> EngineCore::TryAssign(Stay* stay) {
  const SteadyTime now = clock_.Now();
  const Nanoseconds stayed = now - stay->since;
  const bool may_stay = stay->runs > 0 && stayed < (stay->runs < kStayRuns ? kLongestStay : kStay);
  const std::optional<JobId> before = may_stay ? std::optional(stay->job) : std::nullopt;
  const bool fresh_may_wait = stay->runs < kStayRuns && stayed < kStay;
  while (const auto choice = scheduler_.Choose(before, fresh_may_wait)) {
    const std::shared_ptr<Job> job = admitted_.at(choice->job).job;
    if (const auto program = job->NextCompile()) {
      const auto joined = compiles_.Join(job->compile_key(*program), choice->job);
      if (joined.role != CompileCache::Role::kLead) {
        if (joined.role == CompileCache::Role::kHit) {
          ++counts_.compile_hits;
          job->OnCompiled(*program, joined.run);
        } else {
          ++counts_.compile_joins;
          job->Park(*program);
        }
        Update(choice->job);
        continue;
      }
    }
    if (choice->job != stay->job || !may_stay) *stay = {choice->job, now, 0};
    if (job->plan().series != 0) ++stay->runs;
    const std::string& tenant = job->plan().submission.tenant;
    if (!job->first_start()) tenants_.OnBegun(tenant, now - job->admitted());
    Assignment assignment{choice->job, job, {}, {}, now};
    assignment.task = job->Start(assignment.started);
    assignment.dispatch = scheduler_.Start(*choice);
    tenants_.OnTaskStart(tenant);
    ++running_;
    Update(choice->job);
    return assignment;
  }
  return std::nullopt;
}

std::variant<EngineCore::Assignment, EngineCore::Finished, EngineCore::Exit>
EngineCore::NextForWorker(Stay* stay) {
  MutexLock lock(mutex_);
  while (true) {
    std::optional<Assignment> assignment;
    if (finished_.empty()) assignment = TryAssign(stay);
    if (assignment || !finished_.empty()) {
      std::optional<Finished> finished;
      if (!assignment) finished = PopFinished();
      // One wake-up may stand for several tasks: whoever takes one wakes the next worker.
      if (!finished_.empty() || scheduler_.HasWork()) work_.NotifyOne();
      if (assignment) return std::move(*assignment);
      return std::move(*finished);
    }
    if (exiting_ && idle()) return Exit{};
    work_.Wait(mutex_);
  }
}

void EngineCore::LandCompile(const Assignment& assignment, const TaskOutcome& outcome) {
  const auto* run = std::get_if<CompileRunPtr>(&outcome);
  const CompileRunPtr shared = run != nullptr ? *run : nullptr;
  const std::string& key = assignment.job->compile_key(assignment.task.program);
  for (const JobId id : compiles_.Land(key, shared)) {
    const auto waiter = admitted_.find(id);
    if (waiter == admitted_.end()) continue;  // cancelled meanwhile
    Job& job = *waiter->second.job;
    // A checker may be the same program as another job's candidate: each waits for its own.
    for (size_t own = 0; own < job.plan().programs.size(); ++own) {
      if (!job.parked(own) || job.compile_key(own) != key) continue;
      if (shared != nullptr) {
        job.OnCompiled(own, shared);
      } else {
        job.Unpark(own);
      }
    }
    Update(id);
  }
}

void EngineCore::Complete(Assignment assignment, TaskOutcome outcome) {
  MutexLock lock(mutex_);
  const SteadyTime now = clock_.Now();
  --running_;
  scheduler_.End(assignment.dispatch, now - assignment.started);
  tenants_.OnTaskEnd(assignment.job->plan().submission.tenant, now - assignment.started, now);
  admitted_.at(assignment.id).slot_time += now - assignment.started;
  if (assignment.task.kind == Task::Kind::kCompile) {
    LandCompile(assignment, outcome);
  } else {
    Learn(assignment, outcome);
  }
  assignment.job->OnTaskEnd(assignment.task, std::move(outcome), now);
  // From here on the job may be handed to another thread as finished, which expects to own it.
  assignment.job.reset();
  Update(assignment.id, HandedBackBy::kCaller);
}

void EngineCore::Cancel(JobId id) {
  MutexLock lock(mutex_);
  const auto found = admitted_.find(id);
  if (found == admitted_.end()) return;
  Job& job = *found->second.job;
  const SteadyTime now = clock_.Now();
  // Also of one that has begun, where most of the time was spent waiting.
  const Nanoseconds waited = job.first_start().value_or(now) - job.admitted();
  if (2 * waited >= now - job.admitted()) {
    tenants_.OnLeft(job.plan().submission.tenant, now - job.admitted(), now);
  }
  job.Stop(Job::StopReason::kCancelled, now);
  Update(id);
}

bool EngineCore::CancelUnlessStarted(JobId id) {
  MutexLock lock(mutex_);
  const auto found = admitted_.find(id);
  if (found == admitted_.end()) return false;
  Job& job = *found->second.job;
  if (job.first_start() || job.held()) return false;
  job.Stop(Job::StopReason::kCancelled, clock_.Now());
  Update(id);
  return true;
}

void EngineCore::StopAll() {
  std::vector<JobId> ids;
  for (const auto& [id, admitted] : admitted_) ids.push_back(id);
  for (const JobId id : ids) {
    admitted_.at(id).job->Stop(Job::StopReason::kCancelled, clock_.Now());
    Update(id);
  }
}

void EngineCore::StopOverdue() {
  const SteadyTime now = clock_.Now();
  while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
    const JobId id = deadlines_.begin()->second;
    deadlines_.erase(deadlines_.begin());
    admitted_.at(id).job->Stop(Job::StopReason::kTotalTimeout, now);
    Update(id);
  }
}

std::optional<EngineCore::Finished> EngineCore::NextForTimer() {
  MutexLock lock(mutex_);
  while (true) {
    StopOverdue();
    if (!finished_.empty()) return PopFinished();
    if (exiting_ && idle()) return std::nullopt;
    if (deadlines_.empty()) {
      timer_dozes_ = true;
      timer_.Wait(mutex_);
      timer_dozes_ = false;
    } else {
      timer_.WaitUntil(mutex_, WakeTime(deadlines_.begin()->first, clock_));
    }
  }
}

void EngineCore::Delivered() {
  MutexLock lock(mutex_);
  if (--outstanding_ == 0) delivered_.NotifyAll();
}

bool EngineCore::Drain(SteadyTime deadline) {
  MutexLock lock(mutex_);
  draining_ = true;
  while (outstanding_ > 0 && clock_.Now() < deadline) {
    delivered_.WaitUntil(mutex_, WakeTime(deadline, clock_));
  }
  if (outstanding_ == 0) return true;
  const bool all_decided = admitted_.empty();
  StopAll();
  while (outstanding_ > 0) delivered_.Wait(mutex_);
  return all_decided;
}

void EngineCore::Shutdown() {
  MutexLock lock(mutex_);
  draining_ = true;
  exiting_ = true;
  StopAll();
  work_.NotifyAll();
  timer_.NotifyAll();
}

EngineStats EngineCore::stats() const {
  MutexLock lock(mutex_);
  EngineStats stats = counts_;
  stats.compile_cache_bytes = compiles_.bytes();
  stats.verdict_cache_bytes = verdicts_.bytes();
  stats.queued_submissions = admission_.submissions();
  stats.queued_bytes = admission_.bytes();
  stats.running_tasks = running_;
  stats.slots = slots_;
  stats.draining = draining_;
  stats.estimated_wait = times_.Wait(admission_.submissions(), slots_);
  stats.usual_time = times_.under_way();
  stats.refused_for_wait = tenants_.refused_for_wait();
  return stats;
}

std::vector<TenantUsage> EngineCore::Tenants() const {
  MutexLock lock(mutex_);
  return tenants_.Usage();
}

int EngineCore::RetryAfterSeconds(const std::string& tenant) const {
  MutexLock lock(mutex_);
  const SteadyTime now = clock_.Now();
  if (const int own = tenants_.WaitSeconds(tenant, now); own > 0) return own;
  return rate_.RetryAfterSeconds(admission_.submissions(), now);
}

}  // namespace assay
