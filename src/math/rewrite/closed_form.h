// Replaces definite integrals of simple functions by their values, so that \int_0^1 x^2 dx can
// equal 1/3. What is not understood stays as it is. Work is counted. Pure; thread-safe.
#pragma once

#include "math/read/ast.h"
#include "math/read/budget.h"

namespace assay::math {

const Node* WithClosedForms(Arena* arena, Budget* budget, const Node* node);

}  // namespace assay::math
