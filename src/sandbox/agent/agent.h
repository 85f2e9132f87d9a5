// The agent: pid 1 of a box. Takes one run at a time from its socket, starts the candidate,
// enforces the limits, ends whatever is left, reports, and empties the box for the next run.
//
// It is forked from the spawner without exec, has one thread (where programs are among the host's
// another one, broker/call_broker, which starts nothing), and trusts nothing it sees of the
// candidate. When it dies the kernel ends the box.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/wire/warm.h"

namespace assay {

// Never returns. `made`: how the box's steps went; sends kReady or kFailed first.
// `restore_filter`: of runs that may be restored; empty: none is.
[[noreturn]] void RunAgent(BoxMaking making, const Status& made,
                           const std::vector<sock_filter>& filter,
                           const std::vector<sock_filter>& restore_filter,
                           std::vector<WarmProgram> warm_programs);

}  // namespace assay
