#include "engine/time_scale.h"

#include <algorithm>

namespace assay {

Nanoseconds ScaleTime(Nanoseconds time, double multiplier) {
  if (multiplier == 1) return time;
  const Nanoseconds bound = std::max<Nanoseconds>(time, std::chrono::hours(1));
  const double scaled = static_cast<double>(time.count()) * multiplier;
  if (scaled >= static_cast<double>(bound.count())) return bound;
  // A limit that is there doesn't become none.
  const auto least = Nanoseconds(time > Nanoseconds(0) ? 1 : 0);
  return std::max(least, Nanoseconds(static_cast<int64_t>(scaled)));
}

void ScaleTimes(Submission* submission, double multiplier) {
  for (Limits* limits : {&submission->limits, &submission->compile_limits}) {
    limits->cpu_time = ScaleTime(limits->cpu_time, multiplier);
    limits->wall_time = ScaleTime(limits->wall_time, multiplier);
  }
  submission->total_timeout = ScaleTime(submission->total_timeout, multiplier);
}

}  // namespace assay
