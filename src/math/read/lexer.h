// The lexer of answers: LaTeX and plain text to tokens. Layout (\left, \displaystyle, $, \quad, …)
// disappears here; \text{…} becomes words; numbers arrive whole with their separators and
// exponents. Bounded by the budget and by caps on nesting; malformed input gives tokens, never a
// failure. Pure; thread-safe.
#pragma once

#include <string_view>

#include "math/read/budget.h"
#include "math/read/token.h"

namespace assay::math {

LexResult Lex(std::string_view latex, const LexOptions& options, Budget* budget);

}  // namespace assay::math
