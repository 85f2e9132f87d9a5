#include "base/work/tenant_executor.h"

#include <cstdint>
#include <utility>

#include "base/check.h"

namespace assay {

TenantExecutor::TenantExecutor(int most_jobs, int threads)
    : most_jobs_(most_jobs), most_handed_(threads / 2), threads_(INT64_MAX, threads) {
  ASSAY_CHECK(most_jobs >= 2 && threads >= 2);
}

bool TenantExecutor::Submit(const std::string& tenant, std::function<void()> job) {
  MutexLock lock(mutex_);
  if (jobs_ >= most_jobs_) return false;
  const auto own = tenants_.find(tenant);
  if (own == tenants_.end()) {
    ++jobs_;
    Hand(tenant, std::move(job));
    return true;
  }
  const int has = own->second.handed + static_cast<int>(own->second.waiting.size());
  if (has >= most_jobs_ / 2) return false;
  ++jobs_;
  if (own->second.handed < most_handed_) {
    Hand(tenant, std::move(job));
  } else {
    own->second.waiting.push_back(std::move(job));
  }
  return true;
}

void TenantExecutor::Hand(std::string tenant, std::function<void()> job) {
  ++tenants_[tenant].handed;
  threads_.Submit(0, [this, tenant = std::move(tenant), job = std::move(job)]() mutable {
    job();
    job = nullptr;  // whatever it holds is gone before there is room for another one
    Done(tenant);
  });
}

void TenantExecutor::Done(const std::string& tenant) {
  MutexLock lock(mutex_);
  --jobs_;
  const auto own = tenants_.find(tenant);
  --own->second.handed;
  if (!own->second.waiting.empty()) {
    std::function<void()> next = std::move(own->second.waiting.front());
    own->second.waiting.pop_front();
    Hand(tenant, std::move(next));
  } else if (own->second.handed == 0) {
    tenants_.erase(own);
  }
}

}  // namespace assay
