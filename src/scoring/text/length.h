// Penalties for long responses, in [-1, 0]. Pure; thread-safe.
//
// Both shapes are one function: nothing up to `free`, from there a straight line down to -1 at
// `most`, and -1 beyond. DAPO's soft overlong punishment (Yu et al. 2025, equation 13) is the one
// with free = L_max - L_cache and most = L_max. So is The Art of Scaling RL Compute's length
// penalty, which only right answers get: a function's `when`.
#pragma once

#include "base/enum_names.h"

namespace assay::scoring {

enum class LengthUnit {
  kCharacters,  // code points, which we count
  kTokens,      // which only the caller knows
};
inline constexpr auto kLengthUnitNames = MakeEnumNames<LengthUnit>({
    {LengthUnit::kCharacters, "characters"},
    {LengthUnit::kTokens, "tokens"},
});
static_assert(kLengthUnitNames.IsWholeUpTo(LengthUnit::kTokens));

struct LengthRule {
  LengthUnit unit = LengthUnit::kCharacters;
  double free = 0;
  double most = 0;
};

// REQUIRES: 0 <= free < most.
double LengthPenalty(double length, const LengthRule& rule);

}  // namespace assay::scoring
