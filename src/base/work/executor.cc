#include "base/work/executor.h"

#include <utility>

#include "base/check.h"

namespace assay {

Executor::Executor(int64_t max_queued_bytes, int threads) : max_queued_bytes_(max_queued_bytes) {
  ASSAY_CHECK(threads > 0);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

Executor::~Executor() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
}

bool Executor::Submit(int64_t bytes, std::function<void()> job) {
  MutexLock lock(mutex_);
  if (queued_bytes_ > 0 && queued_bytes_ + bytes > max_queued_bytes_) return false;
  queued_bytes_ += bytes;
  jobs_.push_back({bytes, std::move(job)});
  changed_.NotifyAll();
  return true;
}

void Executor::Flush() {
  MutexLock lock(mutex_);
  while (busy_ > 0 || !jobs_.empty()) changed_.Wait(mutex_);
}

void Executor::Work() {
  while (true) {
    Job job;
    {
      MutexLock lock(mutex_);
      while (jobs_.empty() && !ending_) changed_.Wait(mutex_);
      if (jobs_.empty()) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      ++busy_;
    }
    job.run();
    job.run = nullptr;  // whatever it holds is gone before Flush returns
    MutexLock lock(mutex_);
    --busy_;
    queued_bytes_ -= job.bytes;
    changed_.NotifyAll();
  }
}

}  // namespace assay
