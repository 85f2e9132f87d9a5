// ScorePool: has responses scored while others are still made. What waits goes to the judge
// together, as much as is there when a thread is free.
//
// Jobs that somebody waits for go first. Add blocks while too much waits, which slows down whoever
// makes rollouts: that queue is the only thing between a fast endpoint and a slow judge.
// Thread-safe. Started by the constructor; Finish (or the destructor) joins.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace assay::env {

// An item of POST /v1/score.
struct ScoreItem {
  std::string json;
  std::string group;  // of those that are compared; empty: it is compared with none
};
// Their results, in their order. Blocks; called from several threads at once.
using ScoreMany =
    std::function<Result<std::vector<std::string>>(const std::vector<ScoreItem>& items)>;

class ScorePool {
 public:
  struct Job {
    std::vector<ScoreItem> items;  // go to the judge in one request
    // Gets their results; an Error ends the pool. Called by any thread of the pool.
    std::function<Status(std::vector<std::string> results)> done;
  };

  ScorePool(ScoreMany score, int threads);
  ~ScorePool();
  ScorePool(const ScorePool&) = delete;

  // An Error: the pool has ended with it.
  Status Add(Job job) ASSAY_EXCLUDES(mutex_);
  // The result of one item, waited for.
  Result<std::string> Score(std::string item) ASSAY_EXCLUDES(mutex_);
  // Waits until all is scored. An Error: the first of the judge's or of a job's.
  Status Finish() ASSAY_EXCLUDES(mutex_);
  size_t waiting() const ASSAY_EXCLUDES(mutex_);

 private:
  void Work() ASSAY_EXCLUDES(mutex_);
  std::vector<Job> Take() ASSAY_EXCLUDES(mutex_);
  Status Do(std::vector<Job> jobs);

  const ScoreMany score_;
  std::vector<std::thread> threads_;

  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<Job> jobs_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  Status ended_with_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::env
