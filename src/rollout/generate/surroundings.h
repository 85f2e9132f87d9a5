// Surroundings: time, sleep and chance as generation meets them, so that its tests neither wait nor
// gamble. Thread-safe.
#pragma once

#include <chrono>
#include <random>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"

namespace assay::rollout {

class Surroundings : public Clock {
 public:
  virtual std::chrono::system_clock::time_point WallNow() const = 0;
  // Returns at `until`, or as soon as `cancel` is cancelled.
  virtual void SleepUntil(SteadyTime until, const CancelToken& cancel) = 0;
  virtual double Random() = 0;  // from 0 to below 1
};

class RealSurroundings final : public Surroundings {
 public:
  RealSurroundings();

  SteadyTime Now() const override { return std::chrono::steady_clock::now(); }
  std::chrono::system_clock::time_point WallNow() const override {
    return std::chrono::system_clock::now();
  }
  void SleepUntil(SteadyTime until, const CancelToken& cancel) override;
  double Random() override ASSAY_EXCLUDES(mutex_);

 private:
  Mutex mutex_;
  std::mt19937_64 engine_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::rollout
