// WaitingLine: what waits between one who reads and those who work on it, a bounded number, until
// no more come, nobody wants more, or somebody raises the stop.
//
// Thread-safe. Put and Take block.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "base/mutex.h"

namespace assay::lab {

template <typename Item>
class WaitingLine {
 public:
  // `stop` may be null; it outlives the line.
  WaitingLine(size_t room, const std::atomic<bool>* stop) : room_(room), stop_(stop) {}
  WaitingLine(const WaitingLine&) = delete;
  WaitingLine& operator=(const WaitingLine&) = delete;

  // False: no further one is wanted, this one neither.
  bool Put(Item item) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (waiting_.size() >= room_ && IsWanted()) Wait();
    if (!IsWanted()) return false;
    waiting_.push_back(std::move(item));
    changed_.NotifyAll();
    return true;
  }
  // Nothing: there is none any more. After a stop what waits stays where it is.
  std::optional<Item> Take() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (waiting_.empty() && !ended_ && IsWanted()) Wait();
    if (waiting_.empty() || !IsWanted()) return std::nullopt;
    std::optional<Item> item = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.NotifyAll();
    return item;
  }
  // No more come; what waits is still taken.
  void End() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    ended_ = true;
    changed_.NotifyAll();
  }
  // Nobody wants more, not even what waits.
  void Close() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    closed_ = true;
    changed_.NotifyAll();
  }

 private:
  bool IsWanted() const ASSAY_REQUIRES(mutex_) {
    return !closed_ && !(stop_ != nullptr && stop_->load());
  }
  // A stop wakes nobody.
  void Wait() ASSAY_REQUIRES(mutex_) {
    changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
  }

  const size_t room_;
  const std::atomic<bool>* const stop_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<Item> waiting_ ASSAY_GUARDED_BY(mutex_);
  bool ended_ ASSAY_GUARDED_BY(mutex_) = false;
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay::lab
