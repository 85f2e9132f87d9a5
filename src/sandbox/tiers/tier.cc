#include "sandbox/tiers/tier.h"

namespace assay {

Status TakeSteps(const Tier& tier, BoxMaking& making) {
  StepTimer timer(&making.times, StepWhen::kBox);
  while (making.taken < tier.steps.size()) {
    const BoxStep& step = tier.steps[making.taken++];
    Status status = step.take(making);
    if (!status.ok()) {
      Error error = status.error();
      error.stage = std::string("sandbox.") + step.name;
      return error;
    }
    if (making.agent > 0) break;  // the rest is the agent's
    timer.Done(step.name);
  }
  return {};
}

}  // namespace assay
