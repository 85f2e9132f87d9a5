// ServiceRate: a moving estimate of how many submissions finish per second, for Retry-After. An
// exponentially decaying count with a time constant of 30 s. Not thread-safe.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/clock.h"

namespace assay {

class ServiceRate {
 public:
  void OnFinished(SteadyTime now) {
    Decay(now);
    count_ += 1;
  }

  // Seconds until a twentieth of the queue (at least one place) is likely free, from 1 to 60.
  int RetryAfterSeconds(int64_t queued, SteadyTime now) const {
    ServiceRate current = *this;
    current.Decay(now);
    const double per_second = current.count_ / kTimeConstantSeconds;
    const double places = std::max(1.0, static_cast<double>(queued) / 20);
    if (queued == 0) return 1;
    if (per_second * kMaxSeconds < places) return seen_ ? kMaxSeconds : kUnknownSeconds;
    return static_cast<int>(std::clamp(std::ceil(places / per_second), 1.0, 1.0 * kMaxSeconds));
  }

 private:
  static constexpr double kTimeConstantSeconds = 30;
  static constexpr int kMaxSeconds = 60;
  static constexpr int kUnknownSeconds = 5;  // before anything has finished

  void Decay(SteadyTime now) {
    if (seen_)
      count_ *= std::exp(-ToSeconds(std::max(now - last_, Nanoseconds{0})) / kTimeConstantSeconds);
    last_ = now;
    seen_ = true;
  }

  bool seen_ = false;
  double count_ = 0;
  SteadyTime last_{};
};

}  // namespace assay
