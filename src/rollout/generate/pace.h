// Pace: how many requests may be under way, found out by trying.
//
// It doubles while all is well, until the endpoint first says that there are too many; from then on
// it is halved at each such answer, once for all requests that were sent before, and grows by one
// for each round of answers. Not thread-safe.
#pragma once

#include "base/clock.h"

namespace assay::rollout {

class Pace {
 public:
  // REQUIRES: most > 0.
  explicit Pace(int most);

  int limit() const { return static_cast<int>(limit_); }
  // An answer. `full`: as many were under way as might; otherwise it says nothing about more.
  void OnAnswer(bool full);
  // "Too many" to a request of that time.
  void OnCrowded(SteadyTime sent, SteadyTime now);

 private:
  const int most_;
  double limit_;
  bool was_crowded_ = false;
  SteadyTime halved_ = SteadyTime::min();
};

}  // namespace assay::rollout
