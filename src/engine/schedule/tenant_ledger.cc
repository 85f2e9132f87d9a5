#include "engine/schedule/tenant_ledger.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay {
namespace {

constexpr double kHour = 3600;

std::string NameOf(const std::string& tenant) {
  return tenant.empty() ? TenantLedger::kNobody : tenant;
}

std::string Plain(double seconds) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

TenantLimits TenantLedger::LimitsOf(const std::string& tenant) const {
  return table_ == nullptr ? TenantLimits() : table_->Of(tenant);
}

TenantLedger::Account& TenantLedger::AccountOf(const std::string& tenant) {
  Account& account = accounts_[tenant];
  if (account.idle) {
    idle_.erase(*account.idle);
    account.idle.reset();
  }
  return account;
}

void TenantLedger::Fill(Account* account, double per_hour, SteadyTime now) {
  if (per_hour <= 0) {
    account->filled.reset();
    return;
  }
  if (!account->filled) {
    account->left_s = per_hour;  // a bound begins with a full account
  } else {
    account->left_s += std::max(0.0, ToSeconds(now - *account->filled)) * per_hour / kHour;
    account->left_s = std::min(account->left_s, per_hour);
  }
  account->filled = now;
}

Error TenantLedger::Refuse(const std::string& tenant, const char* cap, const std::string& what) {
  if (table_ != nullptr) table_->CountRefused(tenant, cap);
  return Error{ErrorCode::kUnavailable, "engine.submit", 0,
               "the tenant '" + NameOf(tenant) + "' " + what + " (its " + cap + ")"};
}

double TenantLedger::PartOf(const std::string& tenant) const {
  double all = 0;
  for (const auto& [name, account] : accounts_) {
    if (account.queued > 0 || name == tenant) all += LimitsOf(name).weight;
  }
  return LimitsOf(tenant).weight / all;
}

Status TenantLedger::Admit(const std::string& tenant, SteadyTime now,
                           const std::function<Nanoseconds(int64_t queued)>& alone) {
  const TenantLimits limits = LimitsOf(tenant);
  Account& account = AccountOf(tenant);
  Fill(&account, limits.cpu_s_per_hour, now);
  std::optional<Error> refusal;
  if (limits.max_queued > 0 && account.queued >= limits.max_queued) {
    refusal = Refuse(tenant, "max_queued",
                     "has " + std::to_string(account.queued) +
                         " submissions waiting or running, as many as it may");
  } else if (limits.cpu_s_per_hour > 0 && account.left_s <= 0) {
    refusal = Refuse(tenant, "cpu_s_per_hour",
                     "has used up the " + Plain(limits.cpu_s_per_hour) +
                         " CPU seconds that it may use in an hour");
  }
  if (const auto bound = account.patience.Bound(now); bound && alone && !refusal) {
    double wait_s = ToSeconds(alone(account.queued));
    // Others only make it longer: they are looked at where that matters.
    if (wait_s <= ToSeconds(*bound)) wait_s /= PartOf(tenant);
    if (wait_s > ToSeconds(*bound)) {
      ++refused_for_wait_;
      refusal = Error{ErrorCode::kUnavailable, "engine.submit", 0,
                      "it would wait for " + Plain(std::ceil(wait_s)) +
                          " s or more, and clients have lately left after waiting for " +
                          Plain(std::ceil(2 * ToSeconds(*bound))) + " s"};
    }
  }
  ++account.queued;
  if (!refusal) return {};
  Release(tenant);
  return *refusal;
}

void TenantLedger::Release(const std::string& tenant) {
  const auto found = accounts_.find(tenant);
  ASSAY_CHECK(found != accounts_.end() && found->second.queued > 0);
  if (--found->second.queued > 0 || found->second.running > 0) return;
  found->second.idle = idle_.insert(idle_.end(), tenant);
  if (idle_.size() <= kMostRemembered) return;
  accounts_.erase(idle_.front());
  idle_.pop_front();
}

int TenantLedger::WaitSeconds(const std::string& tenant, SteadyTime now) const {
  const double per_hour = LimitsOf(tenant).cpu_s_per_hour;
  const auto found = accounts_.find(tenant);
  if (per_hour <= 0 || found == accounts_.end() || !found->second.filled) return 0;
  Account account = found->second;
  Fill(&account, per_hour, now);
  if (account.left_s > 0) return 0;
  return static_cast<int>(std::min(std::ceil(-account.left_s * kHour / per_hour) + 1, kHour));
}

TenantShare TenantLedger::ShareOf(const std::string& tenant) const {
  const TenantLimits limits = LimitsOf(tenant);
  return {limits.weight, limits.max_running};
}

void TenantLedger::OnBegun(const std::string& tenant, Nanoseconds waited) {
  accounts_.at(tenant).patience.OnBegun(waited);
}

void TenantLedger::OnLeft(const std::string& tenant, Nanoseconds waited, SteadyTime now) {
  accounts_.at(tenant).patience.OnLeft(waited, now);
}

void TenantLedger::OnTaskStart(const std::string& tenant) {
  ++accounts_.at(tenant).running;
}

void TenantLedger::OnTaskEnd(const std::string& tenant, Nanoseconds slot_time, SteadyTime now) {
  Account& account = accounts_.at(tenant);
  --account.running;
  ASSAY_CHECK(account.running >= 0);
  account.cpu_s += ToSeconds(slot_time);
  Fill(&account, LimitsOf(tenant).cpu_s_per_hour, now);
  if (account.filled) account.left_s -= ToSeconds(slot_time);
}

std::vector<TenantUsage> TenantLedger::Usage() const {
  std::map<std::string, TenantUsage> usage;
  if (table_ != nullptr) {
    for (const std::string& name : table_->Named()) usage[name];
  }
  for (const auto& [name, account] : accounts_) {
    TenantUsage& one = usage[NameOf(name)];
    one.running += account.running;
    one.queued += account.queued;
    one.cpu_s += account.cpu_s;
  }
  std::vector<TenantUsage> all;
  for (auto& [name, one] : usage) {
    one.tenant = name;
    one.limits = LimitsOf(name);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace assay
