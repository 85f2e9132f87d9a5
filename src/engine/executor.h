// TaskExecutor: carries out one task on the calling worker's slot. It only dispatches: a compile is
// looked for on disk and else run, a test is judged by its procedure (judging/procedures.h). Blocks
// for as long as the runs take.
//
// Thread-safe.
#pragma once

#include <atomic>

#include "engine/cache/compile_disk.h"
#include "engine/engine_options.h"
#include "engine/engine_stats.h"
#include "engine/jobs/task.h"
#include "judging/runs/runner_runs.h"

namespace assay {

class TaskExecutor {
 public:
  // Everything outlives the executor; `observer` and `compile_disk` may be null.
  TaskExecutor(const EngineOptions& options, Runner& runner, const LanguageTable& languages,
               const Clock& clock, RunObserver* observer, CompileDisk* compile_disk);

  TaskOutcome Execute(const JobPlan& plan, const Task& task);
  void AddStats(EngineStats* stats) const;

 private:
  static constexpr int64_t kAssertCallsCacheBytes = 32 << 20;
  static constexpr int64_t kJudgeRecordsBytes = 16 << 20;  // some 40,000 tests

  TaskOutcome Compile(const JobPlan& plan, const Task& task, Runs& runs);
  TaskOutcome Test(const JobPlan& plan, const Task& task, Runs& runs);

  const EngineOptions& options_;
  const LanguageTable& languages_;
  CompileDisk* const compile_disk_;
  TimedRuns timed_;
  const RunnerRuns::Rig rig_;
  AssertCallsCache assert_calls_{kAssertCallsCacheBytes};
  JudgeRecords judge_records_{kJudgeRecordsBytes};
  std::atomic<int64_t> compiles_{0};
};

}  // namespace assay
