// The candidate and the interactor run as a pair, once, or once for each pass the interactor asks
// for.
//
// A pair is one task on one slot. That is honest: it is always the turn of one of the two, both
// stay on the slot's processor, what judges is the candidate's CPU time, and near its limit both
// are run again, together (near_limit.h). And it is safe: no pair waits for a second slot.
//
// What a testlib interactor wrote to its output file may have a judge of its own, the transcript
// checker. It is asked only when the interactor has accepted.
#include <utility>

#include "grading/checker/pair.h"
#include "judging/ask_judge.h"
#include "judging/charge.h"
#include "judging/outcome.h"
#include "judging/passes.h"
#include "judging/plan/requests.h"
#include "judging/procedures.h"

namespace assay {
namespace {

// An interactor answers as long as it is asked; the candidate's limits are to end that, not its
// own.
void RaiseLimits(const Limits& candidate, Limits* interactor) {
  interactor->cpu_time += 2 * (candidate.cpu_time + candidate.wall_time);
}

// The candidate hears of the input what the interactor says.
PlannedPair PlanPair(const Interactive& procedure, const TestToJudge& test,
                     const PassStart& start) {
  const auto& [rules, number] = procedure.interactor;
  const Program& interactor = test.plan.programs[number].program;
  PlannedPair order;
  order.candidate_language = test.plan.candidate().language;
  order.interactor_language = interactor.language;
  order.leniency = LimitLeniency::kNearLimit;
  PairRequest& request = order.request;
  request.candidate = CandidateRequest(test.plan, test.candidate().compiled);
  request.interactor = CheckerRequest(
      interactor, test.programs[number].compiled,
      MakeCheckerCall(*rules, start.input, test.test().expected, Blob::Empty(), start.feedback));
  request.interactor.purpose = "interactor";
  if (procedure.transcript_checker) request.interactor.fetch.push_back(kTranscriptFile);
  RaiseLimits(request.candidate.limits, &request.interactor.limits);
  request.accepting_exit_code = AcceptingExitCode(rules->kind);
  return order;
}

// The second opinion on a test that the interactor accepts. One that wrote nothing left an empty
// output.
TestOutcome JudgeTranscript(const PlannedJudge& checker, const TestToJudge& test,
                            const RunResult& interactor, TestResult result, Runs& runs) {
  if (const auto& fault = test.programs[checker.program].fault) {
    Apply(*fault, &result);
    return result;
  }
  const auto written = interactor.files.find(kTranscriptFile);
  const BlobPtr& transcript = written == interactor.files.end() ? Blob::Empty() : written->second;
  const CheckerCall call =
      MakeCheckerCall(*checker.rules, test.test().input, test.test().expected, transcript, {});
  RunAnswer answer = AskJudge(checker, test, call, runs);
  if (auto outcome = OutcomeWithoutRun(answer)) return *std::move(outcome);
  auto judge_run = std::get<RunResult>(std::move(answer));
  Judgement judgement = GradeChecker(*checker.rules, judge_run);
  // There is no reference transcript.
  auto stopped = ChargeBreakdown(checker, test, call, {}, runs, &judge_run, &judgement);
  if (stopped) return *stopped;
  Apply(std::move(judgement), &result);
  return result;
}

}  // namespace

TestOutcome Judge(const Interactive& procedure, const TestToJudge& test, Runs& runs) {
  const Checker& rules = *procedure.interactor.rules;
  if (const auto& fault = test.programs[procedure.interactor.program].fault) {
    TestResult result;
    Apply(*fault, &result);
    return result;
  }
  const Executable executable = ExecutableOf(test.plan.candidate());
  const auto run_pass = [&](const PassStart& start) -> PassAnswer {
    const PlannedPair order = PlanPair(procedure, test, start);
    PairAnswer answer = runs.RunPair(order);
    if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
    if (const auto* error = std::get_if<Error>(&answer)) return *error;
    PairResult pair = std::get<PairResult>(std::move(answer));
    PairJudgement graded = GradePair(rules, pair, executable);
    if (graded.by_interactor) {
      ChargeInteractor(procedure.interactor, test, order.request.interactor.limits, pair.interactor,
                       &graded.judgement);
    }
    return PassEnd{std::move(pair.candidate), std::move(graded.judgement), graded.by_interactor,
                   std::move(pair.interactor)};
  };
  PassesEnd end = JudgeInPasses(&rules, test.test().input, run_pass);
  auto* result = std::get_if<TestResult>(&end.outcome);
  if (result == nullptr || !end.judge_run || result->verdict != Verdict::kAccepted ||
      !procedure.transcript_checker) {
    return std::move(end.outcome);
  }
  return JudgeTranscript(*procedure.transcript_checker, test, *end.judge_run, std::move(*result),
                         runs);
}

}  // namespace assay
