// RunnerRuns: runs carried out by a Runner. Tries again when our environment failed, cuts what goes
// on beyond the submission's total time, repeats what ends near its limits (timed_runs.h), and
// tells the observer of every run.
//
// One object a task; the Rig behind it is shared by all.
#pragma once

#include "judging/runs/run_bounds.h"
#include "judging/runs/runs.h"
#include "judging/runs/timed_runs.h"

namespace assay {

// Told of every finished run. Thread-safe.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void OnRun(std::string_view language, std::string_view purpose, const RunResult& run) = 0;
  virtual void OnRunnerError(const Error& error) = 0;
};

class RunnerRuns final : public Runs {
 public:
  // What the runs of all tasks share. Everything outlives them.
  struct Rig {
    Runner& runner;
    const Clock& clock;
    TimedRuns& timed;
    RunObserver* observer;  // null: none
    int attempts;           // tries of one run before it is an Error
  };

  RunnerRuns(const Rig& rig, const RunBounds& bounds) : rig_(rig), bounds_(bounds) {}

  RunAnswer Run(const PlannedRun& order) override;
  PairAnswer RunPair(const PlannedPair& order) override;
  Result<std::string> Nonce() override;

 private:
  // Runs until there is an answer: several tries for errors that another try may cure, all within
  // the bounds. `run` carries out one try.
  template <typename Try>
  RunAnswer TryUntilAnswered(RunRequest request, std::string_view language, const Try& run);
  // One try of a pair as its candidate's run; the whole goes to `result`.
  Result<RunResult> RunTogether(const RunRequest& candidate, const PlannedPair& order,
                                PairResult* result);
  Nanoseconds RemainingTime() const;

  const Rig& rig_;
  const RunBounds bounds_;
};

}  // namespace assay
