// TenantTable: what each tenant may have, as the operator last said, and how often one was refused
// for it. What enforces a bound asks here each time, so that a new table holds from then on.
//
// Thread-safe; nobody waits for more than a look-up.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/work/tenant_limits.h"

namespace assay {

using TenantLimitsByName = std::map<std::string, TenantLimits>;

class TenantTable {
 public:
  void Replace(TenantLimitsByName limits) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    limits_ = std::move(limits);
  }
  // Those of whoever has no line are all without bound.
  TenantLimits Of(const std::string& tenant) const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const auto found = limits_.find(tenant);
    return found == limits_.end() ? TenantLimits() : found->second;
  }
  // Who has a line.
  std::vector<std::string> Named() const ASSAY_EXCLUDES(mutex_) {
    std::vector<std::string> names;
    MutexLock lock(mutex_);
    for (const auto& [name, limits] : limits_) names.push_back(name);
    return names;
  }

  // `cap`: the field of TenantLimits.
  void CountRefused(const std::string& tenant, const std::string& cap) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    // Only who has a line is ever refused; lines come and go with the file.
    if (refused_.size() < kMostCounted || refused_.count({tenant, cap}) > 0) {
      ++refused_[{tenant, cap}];
    }
  }
  // By tenant and cap.
  std::map<std::pair<std::string, std::string>, int64_t> refused() const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return refused_;
  }

 private:
  static constexpr size_t kMostCounted = 65536;

  mutable Mutex mutex_;
  TenantLimitsByName limits_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::pair<std::string, std::string>, int64_t> refused_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
