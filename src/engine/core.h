// EngineCore: everything the engine's threads share, behind one mutex: the admitted jobs, whose
// task is next, compiles under way, deadlines and what is ready to be handed back. The threads in
// worker.cc ask it what to do and tell it what happened; runs, grading and callbacks happen outside
// the mutex, so it is only ever held for bookkeeping.
//
// Thread-safe.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "base/mutex.h"
#include "engine/cache/compile_cache.h"
#include "engine/cache/test_history.h"
#include "engine/cache/verdict_cache.h"
#include "engine/engine_options.h"
#include "engine/engine_stats.h"
#include "engine/jobs/job.h"
#include "engine/schedule/admission.h"
#include "engine/schedule/scheduler.h"
#include "engine/schedule/service_rate.h"
#include "engine/schedule/service_time.h"
#include "engine/schedule/tenant_ledger.h"
#include "engine/submission_events.h"

namespace assay {

class EngineCore : public std::enable_shared_from_this<EngineCore> {
 public:
  // A task for a worker; to be given back to Complete.
  struct Assignment {
    JobId id = 0;
    std::shared_ptr<Job> job;  // only job->plan() may be used outside the core
    Task task;
    Scheduler::Dispatch dispatch;
    SteadyTime started{};
  };
  // A job that is over and no longer shared; its callback is due. Delivered() once it was called.
  struct Finished {
    std::shared_ptr<Job> job;
    SubmissionDone done;
    SteadyTime at{};
    std::string flight;          // which it led: Settle is due first
    SubmissionResultPtr shared;  // the answer, when an identical submission found it
  };
  struct Exit {};

  // `options` and `clock` outlive every call but Cancel on a job that is gone.
  EngineCore(const EngineOptions& options, int slots, const Clock& clock);

  // `verdict_key`: see VerdictKey.
  Result<TicketPtr> Submit(JobPlan plan, SubmissionDone done, const std::string& verdict_key)
      ASSAY_EXCLUDES(mutex_);
  void Cancel(JobId id) ASSAY_EXCLUDES(mutex_);
  bool CancelUnlessStarted(JobId id) ASSAY_EXCLUDES(mutex_);
  bool Drain(SteadyTime deadline) ASSAY_EXCLUDES(mutex_);
  // Refuses new work, cancels what is left; the threads then run out of work and get Exit.
  void Shutdown() ASSAY_EXCLUDES(mutex_);
  EngineStats stats() const ASSAY_EXCLUDES(mutex_);
  int RetryAfterSeconds(const std::string& tenant) const ASSAY_EXCLUDES(mutex_);
  std::vector<TenantUsage> Tenants() const ASSAY_EXCLUDES(mutex_);

  // With which submission a worker stays for a while, as its box may have a process for the next
  // run of a series.
  struct Stay {
    JobId job = 0;
    SteadyTime since{};
    int runs = 0;  // 0: nothing to stay for
  };
  // For worker threads: block until there is something to do. `stay`: the worker's own, kept here.
  std::variant<Assignment, Finished, Exit> NextForWorker(Stay* stay) ASSAY_EXCLUDES(mutex_);
  // The caller calls NextForWorker next.
  void Complete(Assignment assignment, TaskOutcome outcome) ASSAY_EXCLUDES(mutex_);
  // For the timer thread: stops jobs whose total time is over, and hands over finished ones that no
  // worker has taken yet. nullopt: exit.
  std::optional<Finished> NextForTimer() ASSAY_EXCLUDES(mutex_);
  // The result of a job that led: answers those who waited for it, or lets one of them lead.
  void Settle(const std::string& flight, const SubmissionResult& result) ASSAY_EXCLUDES(mutex_);
  void Delivered() ASSAY_EXCLUDES(mutex_);

 private:
  struct Admitted {
    std::shared_ptr<Job> job;
    SubmissionDone done;
    std::optional<SteadyTime> deadline;  // as entered in deadlines_
    std::string verdict_key;             // empty: runs for itself
    std::string flight;                  // of the verdict cache, when it leads one
    Nanoseconds slot_time{0};            // of its tasks that are over
  };

  std::optional<Assignment> TryAssign(Stay* stay) ASSAY_REQUIRES(mutex_);
  // Who hands a job back that is over: whoever is woken for it, or the caller, a worker that asks
  // for more right away.
  enum class HandedBackBy { kWoken, kCaller };
  // Brings scheduler, deadlines and finished_ in step with a job that changed. May end the job.
  void Update(JobId id, HandedBackBy by = HandedBackBy::kWoken) ASSAY_REQUIRES(mutex_);
  void LandCompile(const Assignment& assignment, const TaskOutcome& outcome) ASSAY_REQUIRES(mutex_);
  // Asks the verdict cache; the job then runs, waits, or is over.
  void JoinVerdict(JobId id) ASSAY_REQUIRES(mutex_);
  void FinishWith(JobId id, SubmissionResultPtr shared) ASSAY_REQUIRES(mutex_);
  Status Admit(const Submission& submission) ASSAY_REQUIRES(mutex_);
  // Its place is free.
  void Release(const Submission& submission) ASSAY_REQUIRES(mutex_);
  void Learn(const Assignment& assignment, const TaskOutcome& outcome) ASSAY_REQUIRES(mutex_);
  void StopAll() ASSAY_REQUIRES(mutex_);
  void StopOverdue() ASSAY_REQUIRES(mutex_);
  Finished PopFinished() ASSAY_REQUIRES(mutex_);
  bool idle() const ASSAY_REQUIRES(mutex_) { return admitted_.empty() && finished_.empty(); }

  const int slots_;
  const int64_t verdict_bytes_;
  const Clock& clock_;

  mutable Mutex mutex_;
  CondVar work_;       // workers: something is runnable or finished, or it is time to exit
  CondVar timer_;      // the timer thread: a deadline or something finished, or time to exit
  CondVar delivered_;  // Drain: outstanding_ fell to zero

  JobId last_id_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<JobId, Admitted> admitted_ ASSAY_GUARDED_BY(mutex_);
  Admission admission_ ASSAY_GUARDED_BY(mutex_);
  TenantLedger tenants_ ASSAY_GUARDED_BY(mutex_);
  Scheduler scheduler_ ASSAY_GUARDED_BY(mutex_);
  CompileCache compiles_ ASSAY_GUARDED_BY(mutex_);
  VerdictCache verdicts_ ASSAY_GUARDED_BY(mutex_);
  TestHistory history_ ASSAY_GUARDED_BY(mutex_);
  EngineStats counts_ ASSAY_GUARDED_BY(mutex_);  // of the caches
  ServiceRate rate_ ASSAY_GUARDED_BY(mutex_);
  ServiceTime times_ ASSAY_GUARDED_BY(mutex_);
  std::set<std::pair<SteadyTime, JobId>> deadlines_ ASSAY_GUARDED_BY(mutex_);
  bool timer_dozes_ ASSAY_GUARDED_BY(mutex_) = false;  // the timer thread waits without an end
  std::deque<Finished> finished_ ASSAY_GUARDED_BY(mutex_);
  int64_t outstanding_ ASSAY_GUARDED_BY(mutex_) = 0;  // admitted, callback not yet returned
  int64_t running_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool draining_ ASSAY_GUARDED_BY(mutex_) = false;
  bool exiting_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
