// Time: monotonic instants, absolute deadlines, and a Clock that tests can replace.
#pragma once

#include <chrono>

namespace assay {

using SteadyTime = std::chrono::steady_clock::time_point;
using Nanoseconds = std::chrono::nanoseconds;

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual SteadyTime Now() const = 0;
};

class RealClock final : public Clock {
 public:
  SteadyTime Now() const override { return std::chrono::steady_clock::now(); }
};

// Seconds as a floating point number, for reports and wire formats that speak in seconds.
inline double ToSeconds(Nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}
// Saturates instead of overflowing; NaN and negative values give zero.
inline Nanoseconds FromSeconds(double seconds) {
  if (!(seconds > 0)) return Nanoseconds{0};
  constexpr double kMaxSeconds = 1e9;  // ~31 years: far past any limit, safe to add to a time point
  if (seconds > kMaxSeconds) seconds = kMaxSeconds;
  return std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace assay
