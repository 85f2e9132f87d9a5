// The steps of a box that more than one tier takes; each tier's list is in its own file.
//
// Each is a BoxStep's `take`: those of the spawner first, then those of the agent.
#pragma once

#include <signal.h>

#include "sandbox/tiers/tier.h"

namespace assay {

// Of the step under way, with errno; TakeSteps adds its name.
Error StepFailed(std::string message);

// What an agent is told the spawner's end by where it has to end its programs itself.
inline constexpr int kSpawnerGone = SIGTERM;

namespace box_step {

Status MakeAccount(BoxMaking& making);
Status MakeLiveAccount(BoxMaking& making);
Status MakeSockets(BoxMaking& making);
// With these namespaces (flags of clone3), in the box's account.
Status CloneInto(BoxMaking& making, uint64_t namespaces);
Status BecomeAgent(BoxMaking& making);
Status EnterAccount(BoxMaking& making);
Status EnterLiveAccount(BoxMaking& making);
Status StayOnProcessor(BoxMaking& making);
Status TakeDescriptors(BoxMaking& making);
Status KeepForking(BoxMaking& making);
Status EmptyBoundingSet(BoxMaking& making);
Status ForbidNewPrivileges(BoxMaking& making);
Status WatchNetwork(BoxMaking& making);
Status FilterBox(BoxMaking& making);
Status EnterWorkDirectory(BoxMaking& making);
Status OpenPlaces(BoxMaking& making);

// A step of the root view.
template <Status (*step)(const RootViewOptions&)>
Status View(BoxMaking& making) {
  return step(making.view);
}

}  // namespace box_step

}  // namespace assay
