// Task: the unit of scheduling, one thing a worker does on one slot: a compile, or one test with
// its checker run. And TaskOutcome: how it ended. Plain values handed between the core and a
// worker; a task holds everything a worker needs beside the immutable plan.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "engine/cache/compile_cache.h"
#include "grading/grade.h"
#include "model/submission_result.h"

namespace assay {

enum class CompileStep { kProgram, kChecker, kTranscriptChecker };
inline constexpr CompileStep kCompileSteps[] = {CompileStep::kProgram, CompileStep::kChecker,
                                                CompileStep::kTranscriptChecker};

// A special judge when the tests begin.
struct ReadyJudge {
  CompileRunPtr compiled;          // null where nothing is compiled
  std::optional<Judgement> fault;  // it couldn't be made ready
};

struct Task {
  enum class Kind { kCompile, kTest };
  Kind kind = Kind::kTest;
  CompileStep step = CompileStep::kProgram;  // of kCompile
  size_t test = 0;                           // of kTest
  std::shared_ptr<CancelToken> cancel;
  bool judged = true;  // false: a plain run, whose limits are exact and whose outcome nobody judges
  SteadyTime deadline = SteadyTime::max();  // when the submission's total time is over

  // Of kTest.
  CompileRunPtr program;  // null when it isn't compiled
  ReadyJudge checker;
  ReadyJudge transcript_checker;
};

// The run's result is not wanted any more, or it was cut short by the end of the submission's total
// time; either way it says nothing about the program.
struct TaskStopped {
  bool total_timeout = false;
};

// How one run ended.
using RunAnswer = std::variant<RunResult, Error, TaskStopped>;

// A compile ends as CompileRunPtr or Error, a test as TestResult (an internal error included).
using TaskOutcome = std::variant<CompileRunPtr, TestResult, Error, TaskStopped>;

inline void Apply(Judgement judgement, TestResult* result) {
  result->verdict = judgement.verdict;
  result->cause = judgement.cause;
  result->reason = judgement.reason;
  result->message = std::move(judgement.message);
  result->share = judgement.share;
}

// A test without a verdict because our environment failed.
inline TestResult InfrastructureFault(const Error& error) {
  TestResult result;
  result.verdict = Verdict::kInternalError;
  result.cause = Cause::kInfrastructure;
  result.reason = Reason::kInfrastructure;
  result.message = error.ToString();
  return result;
}

}  // namespace assay
