// Task: the unit of scheduling, one thing a worker does on one slot: a compile, or one test with
// its checker run. And TaskOutcome: how it ended. Plain values handed between the core and a
// worker; a task holds everything a worker needs beside the immutable plan.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "judging/procedures.h"
#include "model/compile_run.h"
#include "model/submission_result.h"

namespace assay {

struct Task {
  enum class Kind { kCompile, kTest };
  Kind kind = Kind::kTest;
  size_t program = kCandidateProgram;  // of kCompile, in JobPlan::programs
  size_t test = 0;                     // of kTest
  std::shared_ptr<CancelToken> cancel;
  SteadyTime deadline = SteadyTime::max();  // when the submission's total time is over
  std::vector<ReadyProgram> ready;          // of kTest, as JobPlan::programs
};

// A compile ends as CompileRunPtr or Error, a test as TestResult (an internal error included).
using TaskOutcome = std::variant<CompileRunPtr, TestResult, Error, TaskStopped>;

}  // namespace assay
