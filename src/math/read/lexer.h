// The lexer of answers: LaTeX and plain text to tokens. Layout (\left, \displaystyle, $, \quad, …)
// disappears here; \text{…} becomes words; numbers arrive whole with their separators and
// exponents. Bounded by the budget and by caps on nesting; malformed input gives tokens, never a
// failure. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "math/read/budget.h"
#include "math/read/token.h"

namespace assay::math {

struct LexResult {
  std::vector<Token> tokens;      // ends with kEnd
  bool ambiguous_commas = false;  // some comma could be read in both ways
  bool ok = true;                 // false: budget or caps
};

LexResult Lex(std::string_view latex, const LexOptions& options, Budget* budget);

}  // namespace assay::math
