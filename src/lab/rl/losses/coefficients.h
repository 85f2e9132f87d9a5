// Coefficients: of each token the derivative of the batch's loss by its log-probability. In any
// trainer (coefficients * logp).sum(), with the coefficients as constants, then has the gradient of
// the loss; nothing else of a loss is needed.
//
// Numbers are double inside. No order of rollouts or groups, no padding, and no rollout without a
// verdict changes a bit of what others get. Pure; thread-safe.
#pragma once

#include <span>

#include "base/result.h"
#include "lab/rl/losses/batch.h"
#include "lab/rl/losses/recipe.h"

namespace assay::losses {

// `out`: one for each token; 0 where it has no part. kInvalidArgument names the array or field:
// lengths that don't fit, or a number of a token with a part that isn't finite.
Result<Health> Coefficients(const Batch& batch, const Recipe& recipe, std::span<float> out);

}  // namespace assay::losses
