#include "judging/procedures.h"
#include "judging/single_run.h"

namespace assay {

// Nobody judges the outcome, so the client's limits are meant as they stand.
TestOutcome Judge(const PlainRun&, const TestToJudge& test, Runs& runs) {
  const BlobPtr& input = test.test().input;
  const bool has_input = input != nullptr && input->size() > 0;
  return JudgeSingleRun(test, has_input ? input : nullptr, LimitLeniency::kExact, {}, runs);
}

}  // namespace assay
