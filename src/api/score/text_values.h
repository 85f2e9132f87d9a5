// The values of functions that look at nothing but an item's text. Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "api/score/function_value.h"
#include "api/score/rubric.h"

namespace assay {

// REQUIRES: IsOfText(function.kind); `tokens` where the function is of a length in them.
FunctionValue TextValue(const RewardFunction& function, std::string_view response,
                        std::optional<double> tokens);

}  // namespace assay
