// What is known of a test and of a submission once they are judged. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/limits.h"
#include "model/reason.h"
#include "model/run_result.h"
#include "model/verdict.h"

namespace assay {

struct TestResult {
  Verdict verdict = Verdict::kSkipped;
  Cause cause = Cause::kCandidate;
  Reason reason = Reason::kNone;
  std::string message;      // one sentence for people
  bool executed = false;    // `run` is meaningful
  bool by_checker = false;  // a special judge decided
  // The candidate's code ran in the process that held the tests.
  bool shared_process = false;
  // What the test is worth when a judge gave points, in [0,1]; else it is 1 or 0 by the verdict.
  std::optional<double> share;
  RunResult run;
};

// What a slot did for a submission, and when: since the submission was admitted.
struct StageTime {
  enum class Kind { kCompile, kTest };
  Kind kind = Kind::kTest;
  size_t index = 0;  // of the program (0 is the candidate's, others its judges'), or of the test
  Nanoseconds began{0};
  Nanoseconds ended{0};
};

struct SubmissionResult {
  Verdict verdict = Verdict::kInternalError;
  Cause cause = Cause::kInfrastructure;
  Reason reason = Reason::kNone;
  std::string message;
  // Share of tests accepted in [0,1] (all-or-nothing when the policy stops at the first failure);
  // null when there is no verdict.
  std::optional<double> score;
  bool masked() const { return !score.has_value(); }
  std::optional<RunResult> compile;  // set when the language compiles
  std::vector<TestResult> tests;     // in input order, one for each test
  std::string toolchain;             // "Python 3.11.2"
  std::string tier;
  std::string separation;  // "process": the candidate never shared one with expectations; "none"
  // Of each test, on this host's scale; unset when nothing of it was planned.
  std::optional<Limits> limits;
  bool cached = false;        // decided by an identical submission's runs
  Nanoseconds queue_time{0};  // from admission to first dispatch
  Nanoseconds total_time{0};  // from first dispatch to the end
  // In the order of their ends; only of a submission that is traced.
  std::vector<StageTime> stages;
};

}  // namespace assay
