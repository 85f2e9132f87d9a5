// What the operator gives a tenant, beside what all have. Plain values; 0: no bound of its own.
#pragma once

#include <cstdint>

namespace assay {

struct TenantLimits {
  double weight = 1;          // of its share of the slots, beside other tenants'; above 0
  int64_t max_running = 0;    // compile, test and checker runs at once; more wait
  int64_t max_queued = 0;     // submissions waiting or running; more are refused
  int64_t max_sandboxes = 0;  // that live; more are refused
  double cpu_s_per_hour = 0;  // slot time; once it is used up submissions are refused

  bool operator==(const TenantLimits&) const = default;
};

}  // namespace assay
