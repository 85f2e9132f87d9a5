// TenantExecutor: threads for work that waits for what a tenant has in hand (its boxes, whose
// programs decide how long that takes), so that no tenant takes all of them: of the threads, and of
// the places in the queue, each has at most half.
//
// A tenant's jobs begin in the order of their coming. Tenants whose jobs wait take turns: each has
// at most that many before the others. What doesn't fit is refused. Thread-safe. The destructor
// carries out what is queued.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>

#include "base/mutex.h"
#include "base/work/executor.h"

namespace assay {

class TenantExecutor {
 public:
  // `most_jobs`: queued or under way, of all. REQUIRES: both at least 2.
  TenantExecutor(int most_jobs, int threads);
  TenantExecutor(const TenantExecutor&) = delete;
  TenantExecutor& operator=(const TenantExecutor&) = delete;

  // Returns whether it was taken.
  bool Submit(const std::string& tenant, std::function<void()> job) ASSAY_EXCLUDES(mutex_);
  // Waits until nothing is queued or under way.
  void Flush() { threads_.Flush(); }

 private:
  struct Tenant {
    int handed = 0;                             // to the threads, and not done
    std::deque<std::function<void()>> waiting;  // for one of those to be done
  };

  void Hand(std::string tenant, std::function<void()> job) ASSAY_REQUIRES(mutex_);
  void Done(const std::string& tenant) ASSAY_EXCLUDES(mutex_);

  const int most_jobs_;
  const int most_handed_;  // of one tenant
  Mutex mutex_;
  int jobs_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<std::string, Tenant> tenants_ ASSAY_GUARDED_BY(mutex_);  // those with jobs
  Executor threads_;  // last: what it carries out needs the rest
};

}  // namespace assay
