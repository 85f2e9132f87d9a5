// The values of functions that look at nothing but an item's text. Pure; thread-safe.
#pragma once

#include "api/score/function_value.h"
#include "api/score/score_request.h"

namespace assay {

// REQUIRES: IsOfText(function.kind); the item has what the function needs (its response's tokens, a
// puzzle).
FunctionValue TextValue(const RewardFunction& function, const ScoreItem& item);

}  // namespace assay
