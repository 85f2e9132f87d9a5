// DisconnectSlot: tells the handler of a request, once, that its client has gone. Internal to the
// HTTP server. Thread-safe; the callback runs on the thread that fires, or that sets it too late.
#pragma once

#include <functional>
#include <utility>

#include "base/mutex.h"

namespace assay {

// The one thing a connection and its current reply share about the client's departure.
class DisconnectSlot {
 public:
  void Set(std::function<void()> callback) {
    {
      MutexLock lock(mutex_);
      if (closed_) return;
      if (!gone_) {
        callback_ = std::move(callback);
        return;
      }
    }
    callback();
  }
  void Fire() {
    std::function<void()> callback;
    {
      MutexLock lock(mutex_);
      if (closed_) return;
      gone_ = true;
      callback = std::move(callback_);
      callback_ = nullptr;
    }
    if (callback) callback();
  }
  // The answer is complete: leaving is no news any more.
  void Close() {
    std::function<void()> dropped;
    MutexLock lock(mutex_);
    closed_ = true;
    dropped.swap(callback_);
  }

 private:
  Mutex mutex_;
  std::function<void()> callback_ ASSAY_GUARDED_BY(mutex_);
  bool gone_ ASSAY_GUARDED_BY(mutex_) = false;
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
