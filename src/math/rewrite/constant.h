// Constants of integration: the C of x^2 + C. Pure; thread-safe.
#pragma once

#include "math/read/ast.h"

namespace assay::math {

// The sum without its constant of integration; nullptr when it has none. A gold's constant is C or
// c beside an expression in one variable of those that one integrates by, so that the c of
// a + b + c stays a variable; an answer may call it C, c, K, k or C_1.
const Node* WithoutConstant(Arena* arena, const Node* sum, bool gold);

}  // namespace assay::math
