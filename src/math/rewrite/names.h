// Values that an answer gives by name: x = 3, y = 2, also as (x, y) = (3, 2) or as the rows of a
// system. Pure; thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "math/read/ast.h"

namespace assay::math {

using NamedValues = std::vector<std::pair<std::string, const Node*>>;

// In the order written; empty when the node is no such thing, or one name stands twice.
NamedValues ReadNamedValues(const Node* node);
// x_1, x_2, …: one letter with different indices, as roots are numbered.
bool AreIndexed(const NamedValues& values);
// Reorders the values of `other` to the names of `values`; empty when the names differ.
std::vector<const Node*> InOrderOf(const NamedValues& values, const NamedValues& other);

}  // namespace assay::math
