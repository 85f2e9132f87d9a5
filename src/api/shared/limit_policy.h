// LimitPolicy: what the operator allows and gives. Every limit of a request passes through it once,
// where the request becomes a Submission: routes refuse or shorten what was asked by it, and nobody
// after them looks at the operator's bounds again. Plain values; thread-safe.
#pragma once

#include <cstdint>

#include "base/clock.h"
#include "model/limits.h"

namespace assay {

struct LimitPolicy {
  // Kept of each output of a run, and the most a native request may ask for.
  int64_t output_bytes = 64LL << 20;
  // No run gets more memory, asked or not. 0: no ceiling.
  int64_t memory_ceiling_bytes = 0;
  // What a run gets for which nobody names a limit, so that all slots together don't take the host
  // down. 0: unknown.
  int64_t memory_guard_bytes = 0;
  // Native requests that name no memory limit get this one.
  int64_t default_memory_bytes = 1LL << 30;
  // Memory of compile steps, which a program's own limit never touches.
  int64_t compile_memory_bytes = 2LL << 30;
  // The engine's, for results and bundles to say.
  double time_multiplier = 1;
  // Longest time limit; compatible routes shorten to it, native ones refuse more.
  double max_time_limit_s = 3600;

  // 0 or less: none, but for the ceiling and the guard. Never more than an engine takes.
  int64_t Memory(int64_t asked_bytes) const;
  // Of a request that may ask for anything: no more than the longest, and of what is above 0 no
  // less than the shortest that there is.
  Nanoseconds Time(double seconds) const;
  // Limits of a compatible request's run or compile step: CPU and wall time are one.
  Limits OfRun(double seconds, int64_t memory_bytes) const;
  Limits OfCompile(double seconds) const;
};

}  // namespace assay
