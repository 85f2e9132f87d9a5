#include <fmt/format.h>

#include <algorithm>

#include "grading/grade.h"

namespace assay {
namespace {

bool IsFailure(const TestResult& test) {
  if (test.cause != Cause::kCandidate) return false;
  return test.verdict != Verdict::kAccepted && test.verdict != Verdict::kSkipped;
}

bool IsTimedOut(const TestResult& test) {
  return test.verdict == Verdict::kSkipped && test.cause == Cause::kCandidate &&
         test.reason == Reason::kTotalTimeout;
}

// Whether the test's own outcome is unknown, so that a share of accepted tests cannot be told.
bool IsOpen(const TestResult& test) {
  return test.cause != Cause::kCandidate;
}

void Conclude(SubmissionResult* result, Verdict verdict, Cause cause, Reason reason,
              std::string message, std::optional<double> score) {
  result->verdict = verdict;
  result->cause = cause;
  result->reason = reason;
  result->message = std::move(message);
  result->score = score;
}

void ConcludeFrom(SubmissionResult* result, size_t index, Verdict verdict,
                  std::optional<double> score) {
  const TestResult& test = result->tests[index];
  Conclude(result, verdict, test.cause, test.reason,
           fmt::format("test {}: {}", index + 1, test.message), score);
}

// The index of the first test for which the predicate holds, or the number of tests.
template <typename Predicate>
size_t FirstTest(const SubmissionResult& result, Predicate predicate) {
  return static_cast<size_t>(std::find_if(result.tests.begin(), result.tests.end(), predicate) -
                             result.tests.begin());
}

// The mean of what the tests are worth.
double TotalShare(const SubmissionResult& result) {
  double sum = 0;
  for (const TestResult& test : result.tests) {
    sum += test.share.value_or(test.verdict == Verdict::kAccepted ? 1 : 0);
  }
  return sum / static_cast<double>(result.tests.size());
}

std::optional<double> FailedScore(const Submission& submission, const SubmissionResult& result) {
  if (submission.problem->mode == ProblemMode::kRun) return std::nullopt;
  if (submission.stop == StopPolicy::kFirstFailure) return 0.0;
  if (std::any_of(result.tests.begin(), result.tests.end(), IsOpen)) return std::nullopt;
  return TotalShare(result);
}

// True when the compile step already decided.
bool ConcludeFromCompile(const Submission& submission, SubmissionResult* result) {
  if (!result->compile) return false;
  Judgement judgement = GradeCompile(*result->compile);
  if (judgement.verdict == Verdict::kAccepted) return false;
  std::optional<double> score;
  if (judgement.cause == Cause::kCandidate && submission.problem->mode != ProblemMode::kRun) {
    score = 0.0;
  }
  Conclude(result, judgement.verdict, judgement.cause, judgement.reason,
           std::move(judgement.message), score);
  return true;
}

}  // namespace

void Aggregate(const Submission& submission, SubmissionResult* result) {
  const size_t total = result->tests.size();
  if (submission.problem->tests.empty()) {
    return Conclude(result, Verdict::kJudgeError, Cause::kProblem, Reason::kNoTests,
                    "the problem has no tests", std::nullopt);
  }
  if (total > 0 && result->tests.front().reason == Reason::kNoCode) {
    return Conclude(
        result, Verdict::kWrongAnswer, Cause::kCandidate, Reason::kNoCode,
        submission.from_response ? "no program was found in the response" : "the program is empty",
        submission.problem->mode == ProblemMode::kRun ? std::nullopt : std::optional(0.0));
  }
  if (ConcludeFromCompile(submission, result)) return;

  // A failure stays one whatever became of the other tests.
  size_t index = FirstTest(*result, IsFailure);
  if (index < total) {
    return ConcludeFrom(result, index, result->tests[index].verdict,
                        FailedScore(submission, *result));
  }
  index = FirstTest(*result, IsTimedOut);
  if (index < total) {
    return ConcludeFrom(result, index, Verdict::kTimeLimit, FailedScore(submission, *result));
  }
  for (const Cause cause : {Cause::kCancelled, Cause::kInfrastructure, Cause::kProblem}) {
    index = FirstTest(*result, [&](const TestResult& test) { return test.cause == cause; });
    if (index == total) continue;
    const Verdict verdict = cause == Cause::kCancelled        ? Verdict::kSkipped
                            : cause == Cause::kInfrastructure ? Verdict::kInternalError
                                                              : Verdict::kJudgeError;
    return ConcludeFrom(result, index, verdict, std::nullopt);
  }
  // What is left is accepted or skipped; a pass needs every test of the problem to be accepted.
  const bool all_accepted =
      total == submission.problem->tests.size() &&
      std::all_of(result->tests.begin(), result->tests.end(), [](const TestResult& test) {
        return test.executed && test.verdict == Verdict::kAccepted;
      });
  if (!all_accepted) {
    return Conclude(result, Verdict::kInternalError, Cause::kInfrastructure, Reason::kIncomplete,
                    "not all tests were run, though none failed", std::nullopt);
  }
  if (submission.problem->mode == ProblemMode::kRun) {
    return Conclude(result, Verdict::kAccepted, Cause::kCandidate, Reason::kFinished,
                    "the program ran and exited with code 0", std::nullopt);
  }
  Conclude(result, Verdict::kAccepted, Cause::kCandidate, Reason::kAccepted,
           fmt::format("all {} tests accepted", total), TotalShare(*result));
}

}  // namespace assay
