// The agent: pid 1 of a box. Takes one run at a time from its socket, starts the candidate,
// enforces the limits, ends whatever is left, reports, and empties the box for the next run.
//
// It is forked from the spawner without exec, has one thread, and trusts nothing it sees of the
// candidate. When it dies the kernel ends the box.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/fd.h"
#include "sandbox/contain/cgroup_host.h"
#include "sandbox/contain/root_view.h"
#include "sandbox/wire/warm.h"

namespace assay {

struct AgentSetup {
  UniqueFd socket;  // to the server
  const BoxCgroups* cgroups = nullptr;
  const std::vector<sock_filter>* filter = nullptr;
  RootViewOptions view;
  int processor = -1;  // that everything in the box runs on; -1: any
  std::vector<WarmProgram> warm_programs;
};

// Never returns. Sends kReady or kFailed first.
[[noreturn]] void RunAgent(AgentSetup setup);

}  // namespace assay
