// Mutex, MutexLock and CondVar: the standard ones with Clang's thread-safety annotations, which
// libstdc++'s lack. Clang builds check them with -Wthread-safety -Werror.
#pragma once

#include <condition_variable>
#include <mutex>

#include "base/clock.h"

#if defined(__clang__)
#define ASSAY_TSA(x) __attribute__((x))
#else
#define ASSAY_TSA(x)
#endif
#define ASSAY_GUARDED_BY(mutex) ASSAY_TSA(guarded_by(mutex))
#define ASSAY_REQUIRES(...) ASSAY_TSA(requires_capability(__VA_ARGS__))
#define ASSAY_EXCLUDES(...) ASSAY_TSA(locks_excluded(__VA_ARGS__))

namespace assay {

class ASSAY_TSA(capability("mutex")) Mutex {
 public:
  void Lock() ASSAY_TSA(acquire_capability()) { mutex_.lock(); }
  void Unlock() ASSAY_TSA(release_capability()) { mutex_.unlock(); }

 private:
  friend class CondVar;
  std::mutex mutex_;
};

class ASSAY_TSA(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ASSAY_TSA(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.Lock();
  }
  ~MutexLock() ASSAY_TSA(release_capability()) { mutex_.Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class CondVar {
 public:
  // REQUIRES: mutex held by the caller; held again on return. Wakes spuriously: loop on a
  // condition.
  void Wait(Mutex& mutex) ASSAY_REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }
  // As Wait, but returns false once the deadline has passed.
  bool WaitUntil(Mutex& mutex, SteadyTime deadline) ASSAY_REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    const bool in_time = condition_.wait_until(lock, deadline) == std::cv_status::no_timeout;
    lock.release();
    return in_time;
  }
  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace assay
