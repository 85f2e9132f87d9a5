#include <utility>

#include "judging/ask_judge.h"
#include "judging/charge.h"
#include "judging/outcome.h"
#include "judging/passes.h"
#include "judging/plan/requests.h"
#include "judging/procedures.h"

namespace assay {
namespace {

// The checker's word on one pass in place of the comparison's. nullopt: it was stopped.
std::optional<TaskStopped> AskChecker(const PlannedJudge& checker, const TestToJudge& test,
                                      const PassStart& start, Runs& runs, PassEnd* end) {
  if (const auto& fault = test.programs[checker.program].fault) {
    end->judgement = *fault;
    return std::nullopt;
  }
  const auto call_on = [&](const BlobPtr& output) {
    return MakeCheckerCall(*checker.rules, start.input, test.test().expected, output,
                           start.feedback);
  };
  const CheckerCall call = call_on(Blob::FromString(end->run.stdout_bytes));
  RunAnswer answer = AskJudge(checker, test, call, runs);
  if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
  if (const auto* error = std::get_if<Error>(&answer)) {
    end->judgement = InfrastructureJudgement(*error);
    return std::nullopt;
  }
  end->by_judge = true;
  end->judge_run = std::get<RunResult>(std::move(answer));
  end->judgement = GradeChecker(*checker.rules, *end->judge_run);
  // What is expected of several passes is no output of any of them.
  ControlCall control;
  if (checker.rules->passes == 1) control = call_on(test.test().expected);
  return ChargeBreakdown(checker, test, call, control, runs, &*end->judge_run, &end->judgement);
}

}  // namespace

TestOutcome Judge(const StdinCompare& procedure, const TestToJudge& test, Runs& runs) {
  const Program& program = test.plan.candidate();
  PlannedRun order{CandidateRequest(test.plan, test.candidate().compiled), program.language,
                   LimitLeniency::kNearLimit};
  bool asked = false;  // in any pass
  const auto run_pass = [&](const PassStart& start) -> PassAnswer {
    order.request.stdin_bytes = start.input;
    RunAnswer answer = runs.Run(order);
    if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
    if (const auto* error = std::get_if<Error>(&answer)) return *error;
    PassEnd end;
    end.run = std::get<RunResult>(std::move(answer));
    end.judgement = GradeRun(test.problem(), test.test(), end.run, {}, ExecutableOf(program),
                             program.failure_signs);
    if (NeedsChecker(test.problem(), end.judgement)) {
      if (auto stopped = AskChecker(*procedure.checker, test, start, runs, &end)) return *stopped;
    }
    end.by_judge = asked = asked || end.by_judge;
    return end;
  };
  const Checker* rules = procedure.checker ? procedure.checker->rules : nullptr;
  return JudgeInPasses(rules, test.test().input, run_pass).outcome;
}

}  // namespace assay
