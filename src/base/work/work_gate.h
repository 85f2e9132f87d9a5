// WorkGate: counts work under way on threads that belong to others, so that what it uses can wait
// for its end before it goes.
//
// Thread-safe. A token may outlive the gate, but then nobody waited for it.
#pragma once

#include <memory>
#include <utility>

#include "base/mutex.h"

namespace assay {

class WorkGate {
 public:
  // Under way until nobody holds what this returns.
  std::shared_ptr<const void> Enter() { return std::make_shared<Token>(count_); }
  // Until nothing is under way. REQUIRES: the caller holds no token, and nothing new enters.
  void Wait() {
    MutexLock lock(count_->mutex);
    while (count_->under_way > 0) count_->changed.Wait(count_->mutex);
  }

 private:
  struct Count {
    Mutex mutex;
    CondVar changed;
    int under_way ASSAY_GUARDED_BY(mutex) = 0;
  };
  class Token {
   public:
    explicit Token(std::shared_ptr<Count> count) : count_(std::move(count)) {
      MutexLock lock(count_->mutex);
      ++count_->under_way;
    }
    ~Token() {
      MutexLock lock(count_->mutex);
      --count_->under_way;
      count_->changed.NotifyAll();
    }
    Token(const Token&) = delete;
    Token& operator=(const Token&) = delete;

   private:
    const std::shared_ptr<Count> count_;
  };

  const std::shared_ptr<Count> count_ = std::make_shared<Count>();
};

}  // namespace assay
