// Which rollouts have a part in a batch, and their advantages. Pure; thread-safe.
//
// Sums are over sorted values, so that no order of rollouts or groups changes a bit.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/rl/losses/batch.h"
#include "lab/rl/losses/recipe.h"

namespace assay::losses {

struct Advantages {
  std::vector<double> of_rollout;
  std::vector<uint8_t> included;  // of each rollout
  std::vector<int64_t> tokens;    // of each rollout: those of the mask
  std::vector<int64_t> group;     // of each rollout, from 0
  std::vector<int64_t> group_tokens;
  int64_t groups = 0;  // with an included rollout
  int64_t uniform_groups = 0;
  int64_t rollouts = 0;  // included
  int64_t all_tokens = 0;
};

// REQUIRES: CheckBatch and CheckRecipe.
Advantages AdvantagesOf(const Batch& batch, const Recipe& recipe);

// The sum of the values, the same for every order of them.
double OrderlessSum(std::vector<double> values);

}  // namespace assay::losses
