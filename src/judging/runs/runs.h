// Runs: how whoever judges has programs run. The small interface between what a test needs (the
// procedures of judging/) and how it is carried out (RunnerRuns, or a fake in tests): tries again
// when our environment fails, the end of the submission's time, limits that load doesn't move.
//
// Compiles are runs too; whoever judges a test finds everything compiled.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "model/run_result.h"
#include "runner/runner.h"

namespace assay {

// The run's result is not wanted any more, or it was cut short by the end of the submission's total
// time; either way it says nothing about the program.
struct TaskStopped {
  bool total_timeout = false;
};

// How a run ended. An Error is our environment's, and was the last of several tries.
using RunAnswer = std::variant<RunResult, Error, TaskStopped>;
using PairAnswer = std::variant<PairResult, Error, TaskStopped>;

// What time limits mean.
enum class LimitLeniency {
  kExact,      // the run ends there: compilers, judges, plain runs
  kNearLimit,  // they decide a verdict: a run near them is repeated (near_limit.h)
};

struct PlannedRun {
  RunRequest request;
  std::string_view language;  // for the observer; outlives the run
  LimitLeniency leniency = LimitLeniency::kExact;
};

struct PlannedPair {
  PairRequest request;
  std::string_view candidate_language;
  std::string_view interactor_language;
  LimitLeniency leniency = LimitLeniency::kExact;  // of the candidate's limits
};

// Used by one thread. Once the test is cancelled or its time over, every run is answered
// TaskStopped at once, so that procedures need neither clock nor token.
class Runs {
 public:
  virtual ~Runs() = default;

  // Block until the run has ended.
  virtual RunAnswer Run(const PlannedRun& order) = 0;
  virtual PairAnswer RunPair(const PlannedPair& order) = 0;
  // A secret for one run; see nonce.h.
  virtual Result<std::string> Nonce() = 0;
};

}  // namespace assay
