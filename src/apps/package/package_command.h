// `assay run --package DIR`: judges every submission of a problem package on this machine and says
// which verdicts are not what its authors expect.
//
// Blocks until all are judged or the total time is over; called by the main thread.
#pragma once

#include <string>

#include "apps/setup/machine.h"
#include "data/packages/package.h"

namespace assay {

struct PackageRunOptions {
  bool json = false;
  // 0: the package's own limit. The package's margin is on top of either.
  double time_limit_s = 0;
  double total_time_s = 0;  // 0: no end
};

// The exit code: 0 all as expected, 1 not, 3 some without a verdict.
int RunPackage(const ProblemPackage& package, const PackageRunOptions& options, Machine& machine);

}  // namespace assay
