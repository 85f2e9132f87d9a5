// How a package's time limit follows from its submissions where it gives none. Pure.
//
// The 2023 format says how, the legacy one only names the two factors. Kattis and the format's own
// tools rounded legacy limits to the nearest second for as long as such packages were made, and so
// do we: rounding up would give limits which the packages' slow submissions were never held to.
#pragma once

#include "data/packages/expectation.h"
#include "data/packages/package.h"

namespace assay {

// Whether a submission's time bounds the limit from below: those that have to be accepted, and in
// the 2023 format also those that have to fail otherwise than by their time.
bool BoundsTimeLimit(PackageFormat format, const Expectation& expectation);

double TimeLimitFrom(PackageFormat format, const PackageLimits& limits, double slowest_s);

}  // namespace assay
