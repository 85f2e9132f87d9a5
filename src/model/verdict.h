// Verdict, cause and score: what we decided. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run_result.h"

namespace assay {

enum class Verdict {
  kAccepted,
  kWrongAnswer,
  kPresentationError,
  kTimeLimit,
  kMemoryLimit,
  kOutputLimit,
  kRuntimeError,
  kCompileError,
  kJudgeError,     // the problem's checker or tests are at fault
  kInternalError,  // ours: no verdict about the candidate, never a score
  kSkipped,        // not executed: an earlier test failed, the total time was over, or cancelled
};
// "AC", "WA", "PE", "TLE", "MLE", "OLE", "RE", "CE", "JE", "IE", "SKIPPED".
std::string_view ToString(Verdict verdict);

// Who could have brought a verdict about. Nothing a candidate does yields kInfrastructure.
enum class Cause { kCandidate, kProblem, kInfrastructure, kCancelled };
std::string_view ToString(Cause cause);  // "candidate", "problem", "infrastructure", "cancelled"

struct TestResult {
  Verdict verdict = Verdict::kSkipped;
  Cause cause = Cause::kCandidate;
  // Stable snake_case reason ("different_output", "exit_code", "cpu_limit", "total_timeout"…) and
  // one sentence for people. docs/verdicts.md lists the reasons.
  std::string reason;
  std::string message;
  bool executed = false;    // `run` is meaningful
  bool by_checker = false;  // a special judge decided
  // The candidate's code ran in the process that held the tests.
  bool shared_process = false;
  // What the test is worth when a judge gave points, in [0,1]; else it is 1 or 0 by the verdict.
  std::optional<double> share;
  RunResult run;
};

struct SubmissionResult {
  Verdict verdict = Verdict::kInternalError;
  Cause cause = Cause::kInfrastructure;
  std::string reason;
  std::string message;
  // Share of tests accepted in [0,1] (all-or-nothing when the policy stops at the first failure);
  // null when there is no verdict.
  std::optional<double> score;
  bool masked() const { return !score.has_value(); }
  std::optional<RunResult> compile;  // set when the language compiles
  std::vector<TestResult> tests;     // in input order, one for each test
  std::string toolchain;             // "Python 3.11.2"
  std::string tier;
  std::string separation;     // "process": the candidate never shared one with expectations; "none"
  bool cached = false;        // decided by an identical submission's runs
  Nanoseconds queue_time{0};  // from admission to first dispatch
  Nanoseconds total_time{0};  // from first dispatch to the end
};

}  // namespace assay
