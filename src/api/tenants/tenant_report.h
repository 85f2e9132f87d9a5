// What each tenant has of this server and may have of it, for GET /v1/tenants and /metrics.
//
// Thread-safe; nothing waits for more than short locks.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "api/shared/submit_sink.h"
#include "base/mutex.h"
#include "base/work/tenant_table.h"
#include "sessions/sandboxes.h"
#include "telemetry/metric_page.h"

namespace assay {

struct TenantFigures {
  TenantUsage usage;
  int64_t sandboxes = 0;                   // that live
  std::map<std::string, int64_t> refused;  // by the cap
};

class TenantReport {
 public:
  // Tenants that metrics name; the others count as one, so that labels stay few.
  static constexpr size_t kMostNamed = 64;
  static constexpr const char* kOthers = "(others)";  // no tenant may be called so

  // `sandboxes` and `table` may be null; all outlive it.
  TenantReport(const SubmitSink& sink, const Sandboxes* sandboxes, const TenantTable* table)
      : sink_(sink), sandboxes_(sandboxes), table_(table) {}

  // By name.
  std::vector<TenantFigures> All() const;
  void WriteMetrics(MetricPage* page) ASSAY_EXCLUDES(mutex_);

 private:
  // The first ones keep their names, so that no counter falls.
  std::string LabelOf(const std::string& tenant) ASSAY_REQUIRES(mutex_);

  const SubmitSink& sink_;
  const Sandboxes* const sandboxes_;
  const TenantTable* const table_;
  Mutex mutex_;
  std::set<std::string> named_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
