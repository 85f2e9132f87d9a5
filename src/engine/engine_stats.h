// EngineStats: what the engine counts. Plain values.
#pragma once

#include <cstdint>

#include "base/clock.h"

namespace assay {

// Counters and gauges for /metrics; a snapshot.
struct EngineStats {
  int64_t queued_submissions = 0;  // admitted, not finished
  int64_t queued_bytes = 0;
  int64_t running_tasks = 0;  // compile, test and checker runs under way
  int64_t slots = 0;
  bool draining = false;
  // By what submissions lately cost: how long a new one waits, and how long one is under way.
  Nanoseconds estimated_wait{0};
  Nanoseconds usual_time{0};
  // Because they would have waited for longer than clients lately did (schedule/queue_patience.h).
  int64_t refused_for_wait = 0;

  int64_t compiles = 0;           // compiler runs
  int64_t compile_hits = 0;       // compiles answered from memory
  int64_t compile_disk_hits = 0;  // and from disk
  int64_t compile_joins = 0;      // compiles that waited for an identical one
  int64_t compile_cache_bytes = 0;
  int64_t verdict_hits = 0;   // submissions answered from the verdict cache
  int64_t verdict_joins = 0;  // submissions that took the result of an identical one in flight
  int64_t verdict_cache_bytes = 0;
  int64_t near_limit_reruns = 0;   // further runs of tests near their limit
  int64_t near_limit_cleared = 0;  // tests that then kept it
  int64_t near_limit_changed = 0;  // tests whose further run answered something else
  int64_t near_limit_refused = 0;  // tests decided by fewer runs than wanted
};

}  // namespace assay
