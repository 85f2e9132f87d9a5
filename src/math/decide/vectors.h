// Vectors written with the unit vectors i, j and k, against other writings. Not thread-safe.
#pragma once

#include "math/decide/scalar.h"

namespace assay::math {

// Two writings of vectors in one: where one side has bold or hatted unit vectors, the other's i, j
// and k in italics mean them as well, provided j or k is among them; a tuple or matrix of two or
// three entries makes the side with unit vectors a tuple.
void AlignVectors(Context* context, const Node** a, const Node** b);

}  // namespace assay::math
