// LateTimers: timers for those who may still ask when the timers have ended. What is told of a
// sandbox comes from threads that outlive the service; after its end nothing is timed any more.
//
// Thread-safe; copies share.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "base/mutex.h"
#include "base/work/timers.h"

namespace assay {

class LateTimers {
 public:
  explicit LateTimers(Timers& timers) : door_(std::make_shared<Door>()) {
    MutexLock lock(door_->mutex);
    door_->timers = &timers;
  }

  // Drops the work when the timers have ended.
  void After(Nanoseconds time, std::function<void()> work) const {
    MutexLock lock(door_->mutex);
    if (door_->timers != nullptr) door_->timers->After(time, std::move(work));
  }
  // Before the timers end.
  void Close() {
    MutexLock lock(door_->mutex);
    door_->timers = nullptr;
  }

 private:
  struct Door {
    Mutex mutex;
    Timers* timers ASSAY_GUARDED_BY(mutex) = nullptr;
  };
  std::shared_ptr<Door> door_;
};

// Closes them when it ends.
class LateTimersOwner {
 public:
  explicit LateTimersOwner(Timers& timers) : timers_(timers) {}
  ~LateTimersOwner() { timers_.Close(); }
  LateTimersOwner(const LateTimersOwner&) = delete;
  LateTimersOwner& operator=(const LateTimersOwner&) = delete;

  const LateTimers& timers() const { return timers_; }

 private:
  LateTimers timers_;
};

}  // namespace assay
