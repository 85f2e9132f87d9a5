// Savings: what may be spent on exceptions, as a share of the time that passes. Whoever overdraws
// waits until time has paid it back. Thread-safe.
#pragma once

#include <algorithm>

#include "base/clock.h"
#include "base/mutex.h"

namespace assay {

class Savings {
 public:
  // Earns `share` of the time that passes, up to `most`, which is there from the start.
  Savings(const Clock& clock, double share, Nanoseconds most)
      : clock_(clock), share_(share), most_(most), seen_(clock.Now()), saved_(most) {}

  bool left() {
    MutexLock lock(mutex_);
    Earn();
    return saved_ > Nanoseconds{0};
  }
  void Spend(Nanoseconds time) {
    MutexLock lock(mutex_);
    Earn();
    saved_ -= time;
  }

 private:
  void Earn() ASSAY_REQUIRES(mutex_) {
    const SteadyTime now = clock_.Now();
    saved_ = std::min(most_, saved_ + FromSeconds(ToSeconds(now - seen_) * share_));
    seen_ = now;
  }

  const Clock& clock_;
  const double share_;
  const Nanoseconds most_;
  Mutex mutex_;
  SteadyTime seen_ ASSAY_GUARDED_BY(mutex_);
  Nanoseconds saved_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
