// The agent of a box that stays: pid 1 of it. Starts what the server asks for, tells how it ended,
// reaps whatever is orphaned in the box, and leaves the rest alone: a program's children live until
// the box ends. When the agent dies the kernel ends the box.
//
// Forked from the spawner without exec. Its main thread waits for the server and for ends; the
// other one makes processes (launcher.h). It trusts nothing that it sees of the box's programs.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"
#include "sandbox/tiers/tier.h"

namespace assay {

// Never returns. `made`: how the box's steps went; sends kReady or kFailed first. `filter`: of
// programs.
[[noreturn]] void RunLiveAgent(BoxMaking making, const Status& made,
                               const std::vector<sock_filter>& filter);

}  // namespace assay
