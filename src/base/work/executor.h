// Executor: a few threads for work that waits (on a disk, above all), so that neither a worker's
// slot nor an I/O thread does.
//
// The queue is bounded by the bytes that its jobs keep in memory; what doesn't fit is refused, and
// the caller does without or says so. With one thread jobs run in the order of their coming.
// Thread-safe. The destructor carries out what is queued. Work that is shared out fairly by pieces
// (MathPool) or has deadlines of its own (MathJudge) has queues of other kinds.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace assay {

class Executor {
 public:
  // REQUIRES: threads > 0.
  explicit Executor(int64_t max_queued_bytes, int threads = 1);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // `bytes`: what the job keeps in memory. Returns whether it was taken; one is always taken when
  // nothing is queued.
  bool Submit(int64_t bytes, std::function<void()> job) ASSAY_EXCLUDES(mutex_);
  // Waits until nothing is queued or under way.
  void Flush() ASSAY_EXCLUDES(mutex_);

 private:
  struct Job {
    int64_t bytes = 0;
    std::function<void()> run;
  };

  void Work() ASSAY_EXCLUDES(mutex_);

  const int64_t max_queued_bytes_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<Job> jobs_ ASSAY_GUARDED_BY(mutex_);
  int64_t queued_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;  // those under way included
  int busy_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace assay
