// Exact rational value of a constant expression, with every size checked before it is computed: GMP
// aborts the process when a number does not fit. Pure; thread-safe.
#pragma once

#include "math/lexicon/flint_types.h"
#include "math/read/ast.h"
#include "math/read/budget.h"

namespace assay::math {

enum class Exact {
  kValue,
  kNotRational,  // a symbol, a root, pi, …
  kTooLarge,     // rational but beyond the size cap, or out of budget
  kUndefined,    // division by zero, factorial of a negative
};

// Numerators and denominators stay below this many bits.
inline constexpr int64_t kMaxExactBits = 120'000;

Exact EvalRational(const Node* node, Budget* budget, Fmpq* value);

}  // namespace assay::math
