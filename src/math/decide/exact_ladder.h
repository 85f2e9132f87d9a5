// The bridge from the syntax tree to the exact constants of Calcium.
#pragma once

#include "math/decide/tri.h"
#include "math/read/ast.h"
#include "math/read/budget.h"

namespace assay::math {

// kUnknown for expressions too large for a bounded answer or with functions it does not know.
Tri ProveConstants(const Node* a, const Node* b, bool real_roots, Budget* budget);

}  // namespace assay::math
