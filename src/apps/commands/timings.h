// `assay doctor --timings`: the steps of containment in order, and what each costs on this host.
#pragma once

#include "apps/setup/options.h"

namespace assay {

// Returns the exit code: 0, or 1 when no box can be made here.
int ShowTimings(const Options& options, bool json);

}  // namespace assay
