// The guardian: where no process namespace ends a box (the tier `landlock`), the parent of the
// spawner. What agents leave is the spawner's, and what a spawner leaves its agents end; who kills
// both at once (`pkill assay`) leaves it to the guardian, which ends all of it and then itself. Its
// name is none of ours for that.
//
// One process, one thread. The spawner ends when the guardian does; SIGTERM has the guardian end
// the spawner first, and then what that leaves.
#pragma once

#include "base/result.h"

namespace assay {

// Returns in a child of the caller, which becomes the guardian. REQUIRES: the caller has no
// children yet.
Status StandBelowGuardian();

}  // namespace assay
