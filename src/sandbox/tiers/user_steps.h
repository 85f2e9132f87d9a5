// The steps of a box that an ordinary user makes, with cgroups or without. Beside what the
// privileged tier does: the agent is root of a user namespace that maps nobody but this account,
// and programs get namespaces of their own below it (contain/keeper.h).
//
// Each is a BoxStep's `take`: the first in the spawner, the others in the agent.
#pragma once

#include <sched.h>

#include <cstdint>

#include "sandbox/tiers/tier.h"

namespace assay::user_step {

inline constexpr uint64_t kNamespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

Status Clone(BoxMaking& making);

// The files of an undumpable process are the host's root's. It is undumpable again before a program
// runs (RunAgent).
Status MapAccount(BoxMaking& making);
// With the host's /proc in view.
Status StartKeeper(BoxMaking& making);
// That of the programs' namespace.
Status Proc(BoxMaking& making);
// Of a box that stays: what the agent keeps of a /proc of its own namespace, which no program sees.
// Once the root is the box's.
Status KeepProc(BoxMaking& making);

}  // namespace assay::user_step
