// Games in which numbers are combined to reach a target: what two of them share. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dice/mix.h"
#include "logic/model/kind.h"

namespace assay::logic {

struct TargetGame {
  std::vector<int> numbers;
  int target = 0;
};

struct TargetRules {
  bool all;    // every number is to be used, else at most
  bool whole;  // every step gives a whole number that isn't negative
};

Result<TargetGame> ReadTargetGame(JsonValue facts, int least_target);
std::string TargetFacts(const TargetGame& game);

// "unreadable", "claims_another_value", "wrong_numbers", "division_by_zero", "not_whole",
// "wrong_value" or "right".
Verdict JudgeTarget(const TargetGame& game, const TargetRules& rules, std::string_view answer);

// An expression; an error when there is none. Looks at all combinations.
Result<std::string> SolveTarget(const TargetGame& game, const TargetRules& rules);

// What one random way to combine all of the numbers gives. Nothing: no number from 1 to `most`.
std::optional<int> RandomTarget(const std::vector<int>& numbers, const TargetRules& rules, int most,
                                Dice* dice);

}  // namespace assay::logic
