#include "judging/single_run.h"

#include <utility>

#include "judging/outcome.h"
#include "judging/plan/requests.h"

namespace assay {

TestOutcome JudgeSingleRun(const TestToJudge& test, const BlobPtr& input, LimitLeniency leniency,
                           std::string_view nonce, Runs& runs) {
  const Program& program = test.plan.candidate();
  PlannedRun order{CandidateRequest(test.plan, test.candidate().compiled), program.language,
                   leniency};
  order.request.stdin_bytes = input;
  RunAnswer answer = runs.Run(order);
  if (auto outcome = OutcomeWithoutRun(answer)) return *std::move(outcome);
  TestResult result;
  result.executed = true;
  result.run = std::get<RunResult>(std::move(answer));
  Apply(GradeRun(test.problem(), test.test(), result.run, nonce, ExecutableOf(program),
                 program.failure_signs),
        &result);
  return result;
}

}  // namespace assay
