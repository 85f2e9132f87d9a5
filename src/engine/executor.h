// TaskExecutor: carries out one task on the calling worker's slot: asks the Runner, tries again
// when our environment failed, grades. Blocks for as long as the runs take.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <string_view>
#include <variant>

#include "engine/assert_run.h"
#include "engine/cache/compile_disk.h"
#include "engine/engine.h"
#include "engine/interactive_run.h"
#include "engine/job_plan.h"
#include "engine/task.h"
#include "engine/timed_runs.h"

namespace assay {

class TaskExecutor {
 public:
  // Everything outlives the executor; `observer` and `compile_disk` may be null.
  TaskExecutor(const EngineOptions& options, Runner& runner, const LanguageTable& languages,
               const Clock& clock, EngineObserver* observer, CompileDisk* compile_disk)
      : options_(options),
        runner_(runner),
        languages_(languages),
        clock_(clock),
        observer_(observer),
        compile_disk_(compile_disk),
        runs_(clock, runner.slots(), options.near_limit_percent) {}

  TaskOutcome Execute(const JobPlan& plan, const Task& task) const;
  void AddStats(EngineStats* stats) const;

 private:
  using RunOutcome = RunAnswer;
  static constexpr size_t kAssertCallsCacheBytes = 32 << 20;

  // The other half of a run that is one of a pair: whatever is tried again is tried with both.
  struct Partner {
    const PairRequest& request;
    std::string_view language;
    PairResult result;  // of the last try, but for the candidate
  };

  // As often as its time limits need; see timed_runs.h.
  RunOutcome Run(RunRequest request, std::string_view language, const Task& task,
                 Partner* partner = nullptr) const;
  // Runs until it gets an answer: up to runner_attempts tries for errors that another try may cure,
  // all within the task's deadline.
  RunOutcome RunOnce(RunRequest request, std::string_view language, const Task& task,
                     Partner* partner) const;
  // One try of a pair, as its candidate's run; the rest goes to the partner.
  Result<RunResult> RunTogether(const RunRequest& request, const Task& task,
                                Partner* partner) const;
  PairAnswer RunPair(const JobPlan& plan, const Task& task, const PairRequest& request) const;
  // Until the submission's total time is over.
  Nanoseconds RemainingTime(const Task& task) const;
  TaskOutcome Compile(const JobPlan& plan, const Task& task) const;
  TaskOutcome Test(const JobPlan& plan, const Task& task) const;
  // One run of a special judge. REQUIRES: it has no fault.
  RunOutcome AskChecker(const Program& judge, const ReadyJudge& ready, CheckerCall call,
                        const Task& task) const;

  // To what a client may keep.
  void ShortenOutputs(TestResult* result) const;

  const EngineOptions& options_;
  Runner& runner_;
  const LanguageTable& languages_;
  const Clock& clock_;
  EngineObserver* const observer_;
  CompileDisk* const compile_disk_;
  mutable TimedRuns runs_;
  mutable std::atomic<int64_t> compiles_{0};
  mutable AssertCallsCache assert_calls_{kAssertCallsCacheBytes};
};

}  // namespace assay
