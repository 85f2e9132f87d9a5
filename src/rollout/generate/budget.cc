#include "rollout/generate/budget.h"

#include <string>

namespace assay::rollout {
namespace {

constexpr double kPricedTokens = 1e6;

Status Positive(const char* name, std::optional<double> value) {
  if (!value || *value > 0) return {};
  return InvalidField("rollout.budget", name, "must be positive");
}

double ToDouble(int64_t count) {
  return static_cast<double>(count);
}

}  // namespace

Spending& Spending::operator+=(const Spending& other) {
  requests += other.requests;
  prompt_tokens += other.prompt_tokens;
  completion_tokens += other.completion_tokens;
  return *this;
}

Spending& Spending::operator-=(const Spending& other) {
  requests -= other.requests;
  prompt_tokens -= other.prompt_tokens;
  completion_tokens -= other.completion_tokens;
  return *this;
}

Status CheckBudget(const BudgetLimits& limits) {
  const auto whole = [](const std::optional<int64_t>& value) {
    return value ? std::optional<double>(ToDouble(*value)) : std::nullopt;
  };
  ASSAY_RETURN_IF_ERROR(Positive("requests", whole(limits.requests)));
  ASSAY_RETURN_IF_ERROR(Positive("tokens", whole(limits.tokens)));
  ASSAY_RETURN_IF_ERROR(Positive("cost", limits.cost));
  if (limits.cost && !(limits.prompt_price && limits.completion_price)) {
    return InvalidField("rollout.budget", "cost", "needs the prices of a million tokens");
  }
  return {};
}

bool Budget::Fits(const Spending& more) const {
  Spending all = spent_;
  all += reserved_;
  all += more;
  if (limits_.requests && all.requests > *limits_.requests) return false;
  if (limits_.tokens && all.prompt_tokens + all.completion_tokens > *limits_.tokens) return false;
  return !limits_.cost || CostOf(all) <= *limits_.cost;
}

void Budget::Settle(const Spending& most, const Spending& spent) {
  reserved_ -= most;
  spent_ += spent;
}

double Budget::CostOf(const Spending& spending) const {
  return (ToDouble(spending.prompt_tokens) * limits_.prompt_price.value_or(0) +
          ToDouble(spending.completion_tokens) * limits_.completion_price.value_or(0)) /
         kPricedTokens;
}

}  // namespace assay::rollout
