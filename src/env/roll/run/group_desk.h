// GroupDesk: collects the finished rollouts of each task, and says what is scored together: a
// rollout alone, or all of a task where the rubric compares them.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace assay::env {

struct FinishedRollout {
  std::string id;
  std::string unscored;  // its line
  std::string item;      // of POST /v1/score; empty: it has failed, and has no score
};

class GroupDesk {
 public:
  // `size`: rollouts of each task.
  explicit GroupDesk(int64_t size) : size_(static_cast<size_t>(size)) {}

  // What can be scored now that this one is there: all of the task once the last one is.
  std::vector<FinishedRollout> Put(size_t task, FinishedRollout rollout) {
    MutexLock lock(mutex_);
    std::vector<FinishedRollout>& group = groups_[task];
    group.push_back(std::move(rollout));
    if (group.size() < size_) return {};
    std::vector<FinishedRollout> whole = std::move(group);
    groups_.erase(task);
    return whole;
  }

 private:
  const size_t size_;
  Mutex mutex_;
  std::map<size_t, std::vector<FinishedRollout>> groups_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::env
