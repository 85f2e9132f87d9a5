// Times of day: "11:43 pm" and "23:43". Pure; thread-safe.
#pragma once

#include "math/read/ast.h"

namespace assay::math {

enum class SameClock { kNoClocks, kSame, kDifferent };

// Whether two times agree. kNoClocks when one of them is none, or neither says which half of the
// day it means: those compare as they are written.
SameClock CompareClocks(const Node* a, const Node* b);

}  // namespace assay::math
