// SplitParts: the answers to the parts of one problem, "(1) 5; (2) 6". Without this look the
// numbers of the parts would multiply their answers. Pure; thread-safe.
#pragma once

#include <vector>

#include "math/read/token.h"

namespace assay::math {

// The tokens of each part, every one ended by kEnd; empty when the text has no such parts. Labels
// count from one as (1), (a), (i) or a circled digit, stand outside brackets, and each is followed
// by something.
std::vector<std::vector<Token>> SplitParts(const std::vector<Token>& tokens);

}  // namespace assay::math
