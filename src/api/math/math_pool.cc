#include "api/math/math_pool.h"

#include "math/decide/verify.h"

namespace assay {

MathPool::~MathPool() {
  std::vector<std::thread> threads;
  std::deque<Turn> dropped;
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
    dropped.swap(turns_);
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads) thread.join();
}

MathPool::Permit MathPool::Admit(int64_t bytes) {
  MutexLock lock(held_->mutex);
  const bool full = held_->requests >= bounds_.requests || held_->bytes + bytes > bounds_.bytes;
  if (full && held_->requests > 0) return nullptr;
  ++held_->requests;
  held_->bytes += bytes;
  return Permit(held_.get(), [held = held_, bytes](void*) {
    MutexLock relock(held->mutex);
    --held->requests;
    held->bytes -= bytes;
  });
}

void MathPool::Add(std::shared_ptr<MathTask> task) {
  if (task->pieces() == 0) return;
  MutexLock lock(mutex_);
  if (stopping_) return;
  if (threads_.empty()) {
    for (int i = 0; i < thread_count_; ++i) threads_.emplace_back([this] { Work(); });
  }
  turns_.push_back({std::move(task)});
  changed_.NotifyAll();
}

void MathPool::Work() {
  // The number libraries cache freed numbers by thread; a long-lived one gives them back at times.
  constexpr int kPiecesBetweenReleases = 4096;
  for (int done = 1;; ++done) {
    Turn turn;
    {
      MutexLock lock(mutex_);
      while (turns_.empty() && !stopping_) changed_.Wait(mutex_);
      if (stopping_) break;
      turn = std::move(turns_.front());
      turns_.pop_front();
      if (turn.next + 1 < turn.task->pieces()) turns_.push_back({turn.task, turn.next + 1});
    }
    turn.task->Run(turn.next);
    if (done % kPiecesBetweenReleases == 0) math::ReleaseThreadCaches();
  }
  math::ReleaseThreadCaches();
}

}  // namespace assay
