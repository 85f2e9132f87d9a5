// MathPool: a few threads that share the pieces of many requests fairly.
//
// Requests take turns piece by piece, so that three answers never wait for sixty thousand. What is
// held at one time is bounded by permits, which a caller takes before it adds work and keeps as
// long as it holds the request's texts.
//
// Thread-safe. The destructor finishes the pieces under way and drops the rest.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace assay {

// Work in pieces, which run in any order and side by side.
class MathTask {
 public:
  virtual ~MathTask() = default;
  virtual size_t pieces() const = 0;
  // Called once for each piece; never throws.
  virtual void Run(size_t piece) = 0;
};

class MathPool {
 public:
  struct Bounds {
    size_t requests = 1024;
    int64_t bytes = 1LL << 30;
  };
  using Permit = std::shared_ptr<void>;

  // threads: at least 1. They start with the first task.
  MathPool(int threads, Bounds bounds) : thread_count_(threads), bounds_(bounds) {}
  ~MathPool();
  MathPool(const MathPool&) = delete;

  // Null when the bounds are reached. One request is always let in. May outlive the pool.
  Permit Admit(int64_t bytes);
  void Add(std::shared_ptr<MathTask> task);

 private:
  struct Turn {
    std::shared_ptr<MathTask> task;
    size_t next = 0;
  };
  struct Held {
    Mutex mutex;
    size_t requests ASSAY_GUARDED_BY(mutex) = 0;
    int64_t bytes ASSAY_GUARDED_BY(mutex) = 0;
  };

  void Work();

  const int thread_count_;
  const Bounds bounds_;
  const std::shared_ptr<Held> held_ = std::make_shared<Held>();
  Mutex mutex_;
  CondVar changed_;
  std::deque<Turn> turns_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ ASSAY_GUARDED_BY(mutex_);
  bool stopping_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
