// When wall time ends a run. Both who watches a run and who judges it afterwards ask this. Pure.
#pragma once

#include "base/clock.h"

namespace assay {

// Whether a run whose counted wall time is over its limit has broken it. One that computes all the
// time is left to the CPU limit when that is no later: the two meet within the noise of switching,
// and on a busy host that noise must not decide. `idle`: counted wall time without CPU time.
inline bool WallTimeDecides(Nanoseconds idle, Nanoseconds cpu_limit, Nanoseconds wall_limit) {
  constexpr int kNoiseShare = 20;
  return idle > wall_limit / kNoiseShare || cpu_limit > wall_limit;
}

}  // namespace assay
