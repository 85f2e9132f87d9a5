// What a box sees as "/": a small tmpfs with read-only binds of the toolchains, a curated /etc, a
// minimal /dev, its own /proc, and the bounded writable places. Nothing else of the host.
//
// Called once in the agent, inside fresh mount, pid, uts and network namespaces, as root.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

struct RootViewOptions {
  std::vector<std::string> visible_paths;
  int uid = 0;  // of the candidate
  int64_t scratch_bytes = 0;
  int64_t scratch_inodes = 0;
};

// Errors name the step: "sandbox.<step>". A failed view is half built; the process must end.
Status EnterRootView(const RootViewOptions& options);

}  // namespace assay
