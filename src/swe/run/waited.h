// Waited: one answer that comes from another thread, or too late. Thread-safe; shared by the one
// who waits and the one who answers.
#pragma once

#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/mutex.h"

namespace assay::swe {

template <typename T>
class Waited {
 public:
  // Gives it back when nobody waits any more.
  std::optional<T> Give(T value) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (left_) return std::optional<T>(std::move(value));
    value_ = std::move(value);
    given_.NotifyAll();
    return std::nullopt;
  }
  // Nothing: it didn't come in time, and Give is told so.
  std::optional<T> Until(SteadyTime deadline) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (!value_ && std::chrono::steady_clock::now() < deadline) {
      given_.WaitUntil(mutex_, deadline);
    }
    left_ = !value_;
    return std::move(value_);
  }

 private:
  Mutex mutex_;
  CondVar given_;
  std::optional<T> value_ ASSAY_GUARDED_BY(mutex_);
  bool left_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay::swe
