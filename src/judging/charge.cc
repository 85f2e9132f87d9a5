#include "judging/charge.h"

#include <utility>

#include "base/work/fingerprint.h"
#include "judging/ask_judge.h"
#include "judging/blame/breakdown.h"
#include "judging/outcome.h"
#include "judging/plan/judge_program.h"

namespace assay {
namespace {

// Names judge and test. A problem without an identity is named by what the judge sees.
std::string KeyOf(const PlannedJudge& judge, const TestToJudge& test) {
  PartWriter key;
  const Problem& problem = test.problem();
  key.Add(test.plan.submission.tenant);  // what one has found out is not for others
  if (!problem.identity.empty()) {
    return key.Add(problem.identity)
        .Add(static_cast<int64_t>(judge.program))
        .Add(static_cast<int64_t>(test.index))
        .Take();
  }
  const Checker& rules = *judge.rules;
  key.Add(ToString(rules.kind)).Add(rules.language).Add(rules.source);
  for (const std::string& argument : rules.arguments) key.Add(argument);
  for (const auto& [path, contents] : rules.files) key.Add(path).Add(contents->view());
  return key.Add(test.test().input->view()).Add(test.test().expected->view()).Fingerprint();
}

// Asks for one run and grades it. nullopt, and how it ended instead, when there is none.
std::optional<RunResult> Ask(const PlannedJudge& judge, const TestToJudge& test, CheckerCall call,
                             Runs& runs, Judgement* judgement,
                             std::optional<TaskStopped>* stopped) {
  RunAnswer answer = AskJudge(judge, test, std::move(call), runs);
  if (const auto* stop = std::get_if<TaskStopped>(&answer)) {
    // When the total time is over it stays undecided: the time was the judge's, not the
    // candidate's.
    if (!stop->total_timeout) *stopped = *stop;
    return std::nullopt;
  }
  if (const auto* error = std::get_if<Error>(&answer)) {
    *judgement = InfrastructureJudgement(*error);
    return std::nullopt;
  }
  RunResult run = std::get<RunResult>(std::move(answer));
  *judgement = GradeChecker(*judge.rules, run);
  return run;
}

}  // namespace

std::optional<TaskStopped> ChargeBreakdown(const PlannedJudge& judge, const TestToJudge& test,
                                           const CheckerCall& call, const ControlCall& control,
                                           Runs& runs, RunResult* judge_run, Judgement* judgement) {
  JudgeRecords& records = test.services.judge_records;
  std::optional<TaskStopped> stopped;
  if (BreakdownOf(*judgement, *judge_run) == Breakdown::kCrash) {
    Judgement again = *judgement;
    auto run = Ask(judge, test, call, runs, &again, &stopped);
    if (!run) {
      if (again.cause == Cause::kInfrastructure) *judgement = std::move(again);
      return stopped;
    }
    *judge_run = *std::move(run);
    *judgement = std::move(again);
  }
  const std::string key = KeyOf(judge, test);
  if (judgement->verdict == Verdict::kAccepted) records.KeepAccepted(key, *judge_run);
  if (BreakdownOf(*judgement, *judge_run) == Breakdown::kNone) return std::nullopt;

  auto record = records.Find(key);
  if (!record && control) {
    Judgement reference = *judgement;
    const auto run = Ask(judge, test, *control, runs, &reference, &stopped);
    if (!run) {
      if (reference.cause == Cause::kInfrastructure) *judgement = std::move(reference);
      return stopped;
    }
    // A wall limit may have been the host's doing; the next breakdown tries again.
    if (reference.verdict == Verdict::kAccepted) {
      records.KeepAccepted(key, *run);
    } else if (run->status != RunStatus::kWallLimit) {
      records.KeepBroken(key);
    }
    record = records.Find(key);
  }
  if (record && record->works && HasRoomToSpare(*record, *judgement, CheckerLimits())) {
    *judgement = ChargedToCandidate(*judgement);
  }
  return std::nullopt;
}

void ChargeInteractor(const PlannedJudge& judge, const TestToJudge& test, const Limits& limits,
                      const RunResult& judge_run, Judgement* judgement) {
  JudgeRecords& records = test.services.judge_records;
  const bool accepted = judgement->verdict == Verdict::kAccepted;
  if (!accepted && BreakdownOf(*judgement, judge_run) == Breakdown::kNone) return;
  const std::string key = KeyOf(judge, test);
  if (accepted) return records.KeepAccepted(key, judge_run);
  // Perhaps the host's doing, and a talk isn't had twice.
  if (judge_run.status == RunStatus::kWallLimit) return;
  const auto record = records.Find(key);
  if (record && record->works && HasRoomToSpare(*record, *judgement, limits)) {
    *judgement = ChargedToCandidate(*judgement);
  }
}

}  // namespace assay
