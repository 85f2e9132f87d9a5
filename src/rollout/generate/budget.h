// Budget: what a start of a run may spend at most. What requests under way may cost is counted
// before it is known, so that a bound holds however many are sent at once. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"

namespace assay::rollout {

struct BudgetLimits {
  std::optional<int64_t> requests = std::nullopt;  // tries included
  std::optional<int64_t> tokens = std::nullopt;    // of prompts and answers
  std::optional<double> cost = std::nullopt;       // in the currency of the prices
  // For a million tokens; what the cost is made of.
  std::optional<double> prompt_price = std::nullopt;
  std::optional<double> completion_price = std::nullopt;
};

struct Spending {
  int64_t requests = 0;
  int64_t prompt_tokens = 0;
  int64_t completion_tokens = 0;

  Spending& operator+=(const Spending& other);
  Spending& operator-=(const Spending& other);
};

// kInvalidArgument: a cost is bounded and there are no prices, or a bound isn't positive.
Status CheckBudget(const BudgetLimits& limits);

class Budget {
 public:
  explicit Budget(const BudgetLimits& limits) : limits_(limits) {}

  // Whether `more` fits beside what is spent and reserved.
  bool Fits(const Spending& more) const;
  void Reserve(const Spending& most) { reserved_ += most; }
  // What was reserved has become `spent`.
  void Settle(const Spending& most, const Spending& spent);

  const Spending& spent() const { return spent_; }
  double CostOf(const Spending& spending) const;  // 0 without prices

 private:
  const BudgetLimits limits_;
  Spending spent_;
  Spending reserved_;
};

}  // namespace assay::rollout
