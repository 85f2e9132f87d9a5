#include "engine/core.h"

#include <algorithm>

#include "base/check.h"

namespace assay {
namespace {

// Waits follow the real clock, deadlines the engine's. Waking this often keeps them together when
// the engine's clock is not the real one; nothing wakes while there is no deadline.
constexpr Nanoseconds kWaitSlice{std::chrono::milliseconds(50)};

SteadyTime WakeTime(SteadyTime deadline, const Clock& clock) {
  const Nanoseconds left =
      std::clamp(Nanoseconds(deadline - clock.Now()), Nanoseconds{0}, kWaitSlice);
  return std::chrono::steady_clock::now() + left;
}

class CoreTicket final : public Ticket {
 public:
  CoreTicket(std::weak_ptr<EngineCore> core, JobId id) : core_(std::move(core)), id_(id) {}
  void Cancel() override {
    if (const auto core = core_.lock()) core->Cancel(id_);
  }

 private:
  const std::weak_ptr<EngineCore> core_;
  const JobId id_;
};

}  // namespace

EngineCore::EngineCore(const EngineOptions& options, int slots, const Clock& clock)
    : slots_(slots),
      clock_(clock),
      admission_(options.max_queued_submissions, options.max_queued_bytes),
      scheduler_(slots),
      compiles_(options.compile_cache_bytes) {}

Result<TicketPtr> EngineCore::Submit(JobPlan plan, Engine::Done done) {
  MutexLock lock(mutex_);
  if (draining_) {
    return Error{ErrorCode::kUnavailable, "engine.submit", 0, "the server is shutting down"};
  }
  ASSAY_RETURN_IF_ERROR(admission_.Admit(plan.submission));
  const JobId id = ++last_id_;
  const Priority priority = plan.submission.priority;
  auto job = std::make_shared<Job>(std::move(plan), clock_.Now());
  admitted_.emplace(id, Admitted{std::move(job), std::move(done), std::nullopt});
  ++outstanding_;
  scheduler_.Add(id, priority);
  Update(id);
  work_.NotifyOne();
  return TicketPtr(std::make_shared<CoreTicket>(weak_from_this(), id));
}

void EngineCore::Update(JobId id) {
  const auto found = admitted_.find(id);
  ASSAY_CHECK(found != admitted_.end());
  Admitted& admitted = found->second;
  scheduler_.SetRunnable(id, admitted.job->runnable());
  if (!admitted.deadline && (admitted.deadline = admitted.job->deadline())) {
    deadlines_.emplace(*admitted.deadline, id);
    if (deadlines_.begin()->second == id) timer_.NotifyOne();
  }
  if (!admitted.job->finished()) return;

  if (admitted.deadline) deadlines_.erase({*admitted.deadline, id});
  scheduler_.Remove(id);
  admission_.Release(admitted.job->plan().submission);
  const SteadyTime now = clock_.Now();
  rate_.OnFinished(now);
  finished_.push_back({std::move(admitted.job), std::move(admitted.done), now});
  admitted_.erase(found);
  timer_.NotifyOne();
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

std::optional<EngineCore::Assignment> EngineCore::TryAssign() {
  while (const auto choice = scheduler_.Choose()) {
    const std::shared_ptr<Job> job = admitted_.at(choice->job).job;
    if (const auto step = job->NextCompile()) {
      const auto joined = compiles_.Join(job->compile_key(*step), choice->job);
      if (joined.role != CompileCache::Role::kLead) {
        if (joined.role == CompileCache::Role::kHit) {
          job->OnCompiled(*step, joined.run);
        } else {
          job->Park(*step);
        }
        Update(choice->job);
        continue;
      }
    }
    Assignment assignment{choice->job, job, {}, {}, clock_.Now()};
    assignment.task = job->Start(assignment.started);
    assignment.dispatch = scheduler_.Start(*choice);
    ++running_;
    Update(choice->job);
    return assignment;
  }
  return std::nullopt;
}

std::variant<EngineCore::Assignment, EngineCore::Finished, EngineCore::Exit>
EngineCore::NextForWorker() {
  MutexLock lock(mutex_);
  while (true) {
    std::optional<Assignment> assignment;
    if (finished_.empty()) assignment = TryAssign();
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
  const CompileStep step = assignment.task.step;
  const std::string& key = assignment.job->compile_key(step);
  for (const JobId id : compiles_.Land(key, shared)) {
    const auto waiter = admitted_.find(id);
    if (waiter == admitted_.end()) continue;  // cancelled meanwhile
    Job& job = *waiter->second.job;
    // A checker may be the same program as another job's candidate: each waits for its own step.
    for (const CompileStep own : {CompileStep::kProgram, CompileStep::kChecker}) {
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
  if (assignment.task.kind == Task::Kind::kCompile) LandCompile(assignment, outcome);
  assignment.job->OnTaskEnd(assignment.task, std::move(outcome), now);
  // From here on the job may be handed to another thread as finished, which expects to own it.
  assignment.job.reset();
  Update(assignment.id);
}

void EngineCore::Cancel(JobId id) {
  MutexLock lock(mutex_);
  const auto found = admitted_.find(id);
  if (found == admitted_.end()) return;
  found->second.job->Stop(Job::StopReason::kCancelled, clock_.Now());
  Update(id);
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
      timer_.Wait(mutex_);
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
  EngineStats stats;
  stats.queued_submissions = admission_.submissions();
  stats.queued_bytes = admission_.bytes();
  stats.running_tasks = running_;
  stats.slots = slots_;
  stats.draining = draining_;
  return stats;
}

int EngineCore::RetryAfterSeconds() const {
  MutexLock lock(mutex_);
  return rate_.RetryAfterSeconds(admission_.submissions(), clock_.Now());
}

}  // namespace assay
