// From a RunRequest to what the agent is sent: checks of everything the caller could get wrong,
// and the choice of what travels inline. Pure apart from opening descriptors; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "runner/runner.h"
#include "sandbox/wire/protocol.h"

namespace assay {

struct PlacedFiles {
  std::vector<OrderFile> files;
  std::vector<UniqueFd> fds;  // of the files that are not inline
};

struct PreparedOrder {
  RunOrder order;     // without files to place and names to collect
  UniqueFd stdin_fd;  // invalid when order.stdin_null
  PlacedFiles files;
};

// What the input files take before the program starts: they are memory of its group.
int64_t InputFileBytes(const RunRequest& request);

// `memory_guard_bytes` stands in for a missing memory limit. kInvalidArgument names what is wrong.
Result<PreparedOrder> PrepareOrder(const RunRequest& request, int64_t memory_guard_bytes,
                                   const std::vector<WarmProgram>& warm_programs = {});

}  // namespace assay
