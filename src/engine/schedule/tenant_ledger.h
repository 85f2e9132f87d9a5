// TenantLedger: what each tenant has in the engine and has had of its slots, against what the
// operator lets it have. Says who may hand in more, and what share of the slots is whose.
//
// Slot time is bounded by an account that fills at the tenant's rate up to an hour's worth and is
// charged as tasks end: at or below zero nothing more is taken in. What is in already runs to its
// end and may overdraw it, which is paid back by waiting.
//
// Bounded: of tenants that have nothing here only the last ones are remembered, beside those that
// the operator names. Not thread-safe: the owner's mutex guards it.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/work/tenant_table.h"
#include "engine/schedule/queue_patience.h"
#include "engine/schedule/scheduler.h"

namespace assay {

// A snapshot of one.
struct TenantUsage {
  std::string tenant;
  TenantLimits limits;
  int64_t running = 0;  // tasks
  int64_t queued = 0;   // submissions waiting or running
  double cpu_s = 0;     // slot time since the server started
};

class TenantLedger {
 public:
  static constexpr size_t kMostRemembered = 4096;
  // What submissions of nobody in particular are listed as: on a server without tokens, all.
  static constexpr const char* kNobody = "default";

  // `table` may be null and else outlives it.
  explicit TenantLedger(TenantTable* table) : table_(table) {}

  // kUnavailable when one of its bounds is reached; the message names tenant and bound, and the
  // table counts it. `alone`: how long so many submissions of its would wait if it had the slots
  // for itself.
  Status Admit(const std::string& tenant, SteadyTime now,
               const std::function<Nanoseconds(int64_t queued)>& alone = nullptr);
  void Release(const std::string& tenant);
  // Until its account of slot time is above zero, at most an hour; 0: it is.
  int WaitSeconds(const std::string& tenant, SteadyTime now) const;
  TenantShare ShareOf(const std::string& tenant) const;
  // For its patience: one of its submissions begins, or its client has left, after that wait.
  void OnBegun(const std::string& tenant, Nanoseconds waited);
  void OnLeft(const std::string& tenant, Nanoseconds waited, SteadyTime now);
  // Submissions refused because they would have waited for longer than clients do.
  int64_t refused_for_wait() const { return refused_for_wait_; }

  void OnTaskStart(const std::string& tenant);
  void OnTaskEnd(const std::string& tenant, Nanoseconds slot_time, SteadyTime now);

  // All that have something here, are named by the operator or are remembered; by name.
  std::vector<TenantUsage> Usage() const;

 private:
  struct Account {
    int64_t running = 0;
    int64_t queued = 0;
    double cpu_s = 0;
    double left_s = 0;  // of its slot time; as of `filled`, where it has a bound
    std::optional<SteadyTime> filled;
    QueuePatience patience;
    std::optional<std::list<std::string>::iterator> idle;  // in idle_, while it has nothing
  };

  TenantLimits LimitsOf(const std::string& tenant) const;
  Account& AccountOf(const std::string& tenant);
  static void Fill(Account* account, double per_hour, SteadyTime now);
  // Its weight among those that have something here.
  double PartOf(const std::string& tenant) const;
  Error Refuse(const std::string& tenant, const char* cap, const std::string& what);

  TenantTable* const table_;
  std::map<std::string, Account> accounts_;
  std::list<std::string> idle_;  // the longest first
  int64_t refused_for_wait_ = 0;
};

}  // namespace assay
