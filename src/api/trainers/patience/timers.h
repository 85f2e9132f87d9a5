// Timers: work that is to be done at a time, by one thread of their own.
//
// For what a request waits for beside the engine: its client's patience, and the pause before a
// failure of ours is tried again. Work is short: it may take locks and submit, and never waits.
// Nothing wakes while nothing is due.
//
// Thread-safe. The destructor drops what isn't due yet.
#pragma once

#include <functional>
#include <map>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"

namespace assay {

class Timers {
 public:
  // Who does what is due: a thread, or only whoever calls RunDue (for tests).
  enum class By { kThread, kCaller };

  // `clock` outlives the timers.
  explicit Timers(const Clock& clock, By by = By::kThread);
  ~Timers();
  Timers(const Timers&) = delete;
  Timers& operator=(const Timers&) = delete;

  void After(Nanoseconds time, std::function<void()> work) ASSAY_EXCLUDES(mutex_);
  // Does all that is due by the clock. The thread does so in time.
  void RunDue() ASSAY_EXCLUDES(mutex_);

 private:
  void KeepTime() ASSAY_EXCLUDES(mutex_);

  const Clock& clock_;
  Mutex mutex_;
  CondVar changed_;
  std::multimap<SteadyTime, std::function<void()>> due_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread timekeeper_;  // of By::kThread
};

}  // namespace assay
