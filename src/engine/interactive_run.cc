#include "engine/interactive_run.h"

#include <algorithm>
#include <utility>

#include "engine/case_plan.h"
#include "grading/checker/pair.h"

namespace assay {
namespace {

// An interactor answers as long as it is asked; the candidate's limits are to end that, not its
// own.
void RaiseLimits(const Limits& candidate, Limits* interactor) {
  interactor->cpu_time += 2 * (candidate.cpu_time + candidate.wall_time);
}

PairRequest MakePairRequest(const JobPlan& plan, const Task& task, const BlobPtr& input,
                            const CheckerFeedback& feedback, const LanguageTable& languages) {
  const Checker& checker = *plan.submission.problem->checker;
  PairRequest request;
  request.candidate = TestRequest(plan, task.test, task.program, {}, languages);
  request.candidate.stdin_bytes = nullptr;  // it hears of the input what the interactor says
  request.interactor = CheckerRequest(
      *plan.checker, task.checker.compiled,
      MakeCheckerCall(checker, input, plan.tests()[task.test].expected, Blob::Empty(), feedback));
  request.interactor.purpose = "interactor";
  if (plan.transcript_checker) request.interactor.fetch.push_back(kTranscriptFile);
  RaiseLimits(request.candidate.limits, &request.interactor.limits);
  request.accepting_exit_code = AcceptingExitCode(checker.kind);
  return request;
}

// The second opinion on a test that the interactor accepts. One that wrote nothing left an empty
// output.
TaskOutcome JudgeTranscript(const JobPlan& plan, const Task& task, const RunResult& interactor,
                            const CheckFunction& check, TestResult result) {
  if (task.transcript_checker.fault) {
    Apply(*task.transcript_checker.fault, &result);
    return result;
  }
  const Checker& checker = *plan.submission.problem->transcript_checker;
  const TestCase& test = plan.tests()[task.test];
  const auto written = interactor.files.find(kTranscriptFile);
  const BlobPtr& transcript = written == interactor.files.end() ? Blob::Empty() : written->second;
  RunAnswer answer = check(MakeCheckerCall(checker, test.input, test.expected, transcript, {}));
  if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
  if (const auto* error = std::get_if<Error>(&answer)) return InfrastructureFault(*error);
  Apply(GradeChecker(checker, std::get<RunResult>(answer)), &result);
  return result;
}

}  // namespace

TaskOutcome RunInteractive(const JobPlan& plan, const Task& task, Executable executable,
                           const LanguageTable& languages, const PairFunction& run,
                           const CheckFunction& check) {
  const Checker& checker = *plan.submission.problem->checker;
  TestResult result;
  if (task.checker.fault) {
    Apply(*task.checker.fault, &result);
    return result;
  }
  result.executed = true;
  BlobPtr input = plan.tests()[task.test].input;
  CheckerFeedback feedback;
  Nanoseconds slowest_pass{0};  // the time limit is each pass's own
  for (int pass = 1;; ++pass) {
    PairAnswer answer = run(MakePairRequest(plan, task, input, feedback, languages));
    if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
    if (const auto* error = std::get_if<Error>(&answer)) return InfrastructureFault(*error);
    PairResult pair = std::get<PairResult>(std::move(answer));
    PairJudgement graded = GradePair(checker, pair, executable);
    result.by_checker = graded.by_interactor;
    result.run = std::move(pair.candidate);
    result.run.cpu_time = slowest_pass = std::max(slowest_pass, result.run.cpu_time);
    input = NextPass(checker, pair.interactor, pass, &graded.judgement);
    if (input == nullptr) {
      const bool accepted = graded.judgement.verdict == Verdict::kAccepted;
      if (accepted && plan.transcript_checker) {
        return JudgeTranscript(plan, task, pair.interactor, check, std::move(result));
      }
      Apply(std::move(graded.judgement), &result);
      return result;
    }
    feedback = FeedbackOf(pair.interactor);
  }
}

}  // namespace assay
