// WriteBehind: threads that wait for the disk, so that neither a worker's slot nor an I/O thread
// does. With one thread, jobs are carried out in order.
//
// The queue is bounded by the bytes waiting in it; what doesn't fit is refused, and the caller does
// without. Thread-safe. The destructor carries out what is queued.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace assay {

class WriteBehind {
 public:
  explicit WriteBehind(int64_t max_queued_bytes, int threads = 1);
  ~WriteBehind();
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  // `bytes`: what the job keeps in memory. Returns whether it was taken; one is always taken when
  // nothing is queued.
  bool Submit(int64_t bytes, std::function<void()> job) ASSAY_EXCLUDES(mutex_);
  // Waits until nothing is queued or under way.
  void Flush() ASSAY_EXCLUDES(mutex_);

 private:
  void Work() ASSAY_EXCLUDES(mutex_);

  const int64_t max_queued_bytes_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<std::pair<int64_t, std::function<void()>>> jobs_ ASSAY_GUARDED_BY(mutex_);
  int64_t queued_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;  // those under way included
  int busy_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace assay
