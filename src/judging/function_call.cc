#include "judging/procedures.h"
#include "judging/single_run.h"

namespace assay {

TestOutcome Judge(const FunctionCall&, const TestToJudge& test, Runs& runs) {
  const BlobPtr input = test.services.languages.DriverInput(test.problem(), test.test(), {});
  return JudgeSingleRun(test, input, LimitLeniency::kNearLimit, {}, runs);
}

}  // namespace assay
