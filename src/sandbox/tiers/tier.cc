#include "sandbox/tiers/tier.h"

namespace assay {

Result<Scratch> OpenScratch(const BoxMaking& making) {
  if (!making.view.folder.empty()) return Scratch::Open(making.view.uid, making.view.folder);
  return Scratch::Open(making.places_are_programs ? 0 : making.view.uid);
}

Status TakeSteps(std::span<const BoxStep> steps, BoxMaking& making) {
  StepTimer timer(&making.times, StepWhen::kBox);
  while (making.taken < steps.size()) {
    const BoxStep& step = steps[making.taken++];
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
