// TaskExecutor: carries out one task on the calling worker's slot: asks the Runner, tries again
// when our environment failed, grades. Blocks for as long as the runs take.
//
// Thread-safe: it has no state of its own.
#pragma once

#include <string_view>
#include <variant>

#include "engine/engine.h"
#include "engine/job_plan.h"
#include "engine/task.h"

namespace assay {

class TaskExecutor {
 public:
  // Everything outlives the executor; `observer` may be null.
  TaskExecutor(const EngineOptions& options, Runner& runner, const LanguageTable& languages,
               const Clock& clock, EngineObserver* observer)
      : options_(options),
        runner_(runner),
        languages_(languages),
        clock_(clock),
        observer_(observer) {}

  TaskOutcome Execute(const JobPlan& plan, const Task& task) const;

 private:
  using RunOutcome = std::variant<RunResult, Error, TaskStopped>;

  // Runs until it gets an answer: up to runner_attempts tries for errors that another try may cure,
  // all within the task's deadline.
  RunOutcome Run(RunRequest request, std::string_view language, const Task& task) const;
  TaskOutcome Compile(const JobPlan& plan, const Task& task) const;
  TaskOutcome Test(const JobPlan& plan, const Task& task) const;
  // One run of the special judge. REQUIRES: the task has no checker fault.
  RunOutcome AskChecker(const JobPlan& plan, const Task& task, const BlobPtr& input,
                        const RunResult& candidate_run, const CheckerFeedback& feedback) const;

  const EngineOptions& options_;
  Runner& runner_;
  const LanguageTable& languages_;
  const Clock& clock_;
  EngineObserver* const observer_;
};

}  // namespace assay
