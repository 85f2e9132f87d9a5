#include <fmt/format.h>

#include "grading/grade.h"
#include "grading/run_fault.h"

namespace assay {

bool NeedsChecker(const Problem& problem, const Judgement& judgement) {
  if (!problem.checker || problem.mode != ProblemMode::kStdinStdout) return false;
  switch (judgement.verdict) {
    case Verdict::kAccepted: return problem.checker->always;
    case Verdict::kWrongAnswer:
    case Verdict::kPresentationError: return true;
    // The expectation of a judged problem need not fit the comparison's mode.
    case Verdict::kJudgeError: return judgement.reason == "bad_expected";
    default: return false;
  }
}

std::vector<InputFile> CheckerFiles(const Checker& checker, const TestCase& test,
                                    const RunResult& candidate_run) {
  switch (checker.kind) {
    case CheckerKind::kScaleBox:
      // The names look swapped; existing checkers rely on them.
      return {{"stdin.txt", test.input},
              {"stdout.txt", test.expected},
              {"answer.txt", Blob::FromString(candidate_run.stdout_bytes)}};
  }
  ASSAY_CHECK(false);
}

Judgement GradeChecker(const Checker& checker, const RunResult& checker_run) {
  ASSAY_CHECK(checker.kind == CheckerKind::kScaleBox);
  const auto broken = [](std::string reason, const std::string& message) {
    return MakeJudgement(Verdict::kJudgeError, Cause::kProblem, std::move(reason),
                         "the checker " + message);
  };
  if (checker_run.status == RunStatus::kStartFailed) {
    return broken("checker_start_failed", "could not be started");
  }
  if (auto fault = LimitFault(checker_run)) {
    if (fault->cause == Cause::kCancelled) return *std::move(fault);
    const std::string_view limit = fault->verdict == Verdict::kTimeLimit     ? "time_limit"
                                   : fault->verdict == Verdict::kMemoryLimit ? "memory_limit"
                                                                             : "output_limit";
    return broken(fmt::format("checker_{}", limit), fault->message);
  }
  if (checker_run.status == RunStatus::kSignalled) {
    return broken("checker_crashed", "was " + EndFault(checker_run)->message);
  }
  if (checker_run.exit_code == 0) {
    return MakeJudgement(Verdict::kAccepted, Cause::kCandidate, "checker_accepted",
                         "the checker accepts the output");
  }
  return MakeJudgement(
      Verdict::kWrongAnswer, Cause::kCandidate, "checker_rejected",
      fmt::format("the checker rejects the output (exit code {})", checker_run.exit_code));
}

}  // namespace assay
