// Terminals of a box: a pair of the box's own devpts. Not thread-safe.
#pragma once

#include "base/fd.h"
#include "base/result.h"

namespace assay {

struct Terminal {
  UniqueFd master;  // for the server
  UniqueFd slave;   // the user's
};

// Inside the box. kInvalidArgument with ENOSPC: the box has as many as it may have.
Result<Terminal> OpenTerminal(int uid, int rows, int columns);

}  // namespace assay
