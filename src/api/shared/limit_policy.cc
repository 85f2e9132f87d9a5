#include "api/shared/limit_policy.h"

#include <algorithm>

namespace assay {

int64_t LimitPolicy::Memory(int64_t asked_bytes) const {
  if (asked_bytes <= 0) {
    return memory_ceiling_bytes > 0 ? memory_ceiling_bytes : memory_guard_bytes;
  }
  return memory_ceiling_bytes > 0 ? std::min(asked_bytes, memory_ceiling_bytes) : asked_bytes;
}

Nanoseconds LimitPolicy::Time(double seconds) const {
  return FromSeconds(std::min(seconds, max_time_limit_s));
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
