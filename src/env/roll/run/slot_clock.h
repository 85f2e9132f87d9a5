// SlotClock: which share of the time slots had a rollout while there was work left, and in which of
// it the model was asked: one that waits for its turn at the endpoint has a rollout, too.
// Thread-safe.
#pragma once

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "base/mutex.h"

namespace assay::env {

class SlotClock {
 public:
  SlotClock(int slots, SteadyTime now) : slots_(slots), began_(now), last_(now), looked_(now) {}

  // A slot has got a rollout, or has none any more.
  void Take(SteadyTime now) { Count(now, 1); }
  void Leave(SteadyTime now) { Count(now, -1); }
  // No slot gets another rollout: what is free from here on is not idle.
  void NoMoreWork(SteadyTime now) {
    Count(now, 0);
    MutexLock lock(mutex_);
    over_ = true;
  }

  // So many requests are under way, and were since the last look. One thread looks.
  void Look(SteadyTime now, int requests) {
    MutexLock lock(mutex_);
    if (over_) return;
    asked_ += requests * ToSeconds(now - looked_);
    looked_ = now;
  }

  // Of these two, from 0 to 1; nothing before any time has passed.
  std::optional<double> busy() const {
    MutexLock lock(mutex_);
    const double whole = slots_ * ToSeconds(last_ - began_);
    if (!(whole > 0)) return std::nullopt;
    return std::min(1.0, seconds_ / whole);
  }
  std::optional<double> asking() const {
    MutexLock lock(mutex_);
    const double whole = slots_ * ToSeconds(looked_ - began_);
    if (!(whole > 0)) return std::nullopt;
    return std::min(1.0, asked_ / whole);
  }

 private:
  void Count(SteadyTime now, int change) {
    MutexLock lock(mutex_);
    if (over_) return;
    // Threads come here in another order than they looked at the clock.
    const SteadyTime at = std::max(now, last_);
    seconds_ += taken_ * ToSeconds(at - last_);
    last_ = at;
    taken_ += change;
  }

  const int slots_;
  const SteadyTime began_;
  mutable Mutex mutex_;
  SteadyTime last_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime looked_ ASSAY_GUARDED_BY(mutex_);
  double asked_ ASSAY_GUARDED_BY(mutex_) = 0;    // seconds of requests
  double seconds_ ASSAY_GUARDED_BY(mutex_) = 0;  // of slots with a rollout
  int taken_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool over_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay::env
