#include "api/shared/limit_policy.h"

#include <algorithm>

namespace assay {

int64_t LimitPolicy::Memory(int64_t asked_bytes) const {
  const int64_t most = memory_ceiling_bytes > 0 ? std::min(memory_ceiling_bytes, Limits::kMostBytes)
                                                : Limits::kMostBytes;
  if (asked_bytes > 0) return std::min(asked_bytes, most);
  return memory_ceiling_bytes > 0 ? most : std::min(memory_guard_bytes, most);
}

Nanoseconds LimitPolicy::Time(double seconds) const {
  const Nanoseconds shortest{seconds > 0 ? 1 : 0};
  return std::max(FromSeconds(std::min(seconds, max_time_limit_s)), shortest);
}

Limits LimitPolicy::OfRun(double seconds, int64_t memory_bytes) const {
  Limits limits;
  limits.cpu_time = limits.wall_time = Time(seconds);
  limits.memory_bytes = Memory(memory_bytes);
  limits.output_bytes = output_bytes;
  return limits;
}

Limits LimitPolicy::OfCompile(double seconds) const {
  Limits limits;
  limits.cpu_time = limits.wall_time = Time(seconds);
  limits.memory_bytes = Memory(compile_memory_bytes);
  return limits;
}

}  // namespace assay
