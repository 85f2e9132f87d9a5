// Time limits that load doesn't move. Pure functions, thread-safe.
//
// A judged run may go on beyond its limits by a share (the grace). One that doesn't end even then
// is over the limit however busy the host was, and no work is repeated for it: that is every
// endless loop. One that ends within the limits has kept them. One that ends in between is near the
// limit: on a busy host it may be there only because others used the caches it needed, so a run on
// a quiet host decides, under the limits themselves.
#pragma once

#include "model/limits.h"
#include "model/run_result.h"

namespace assay {

Limits WithGrace(Limits limits, int percent);

// Whether a run that ended by itself used more time than `limits` give.
bool ExceedsTime(const RunResult& run, const Limits& limits);

// Whether the host kept the run waiting for more than a fiftieth of its time.
bool WasStarved(const RunResult& run);

// What the run would be had it been stopped at the limit it exceeds.
// REQUIRES: ExceedsTime(run, limits).
void StopAtLimit(const Limits& limits, RunResult* run);

}  // namespace assay
