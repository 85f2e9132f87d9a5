// Reads one number as a whole: separators of thousands in their many spellings, decimal points and
// commas, repeating decimals, exponents. Pure; thread-safe.
#pragma once

#include <string_view>

#include "math/read/token.h"

namespace assay::math {

class NumberLexer {
 public:
  struct Result {
    Token token;  // kNumber or kRepeating
    size_t end = 0;
    bool ambiguous_commas = false;
    bool ok = true;  // false: too many digits
  };

  // In brackets a plain comma separates elements.
  NumberLexer(std::string_view text, const LexOptions& options, bool in_brackets)
      : text_(text), options_(options), in_brackets_(in_brackets) {}

  // REQUIRES: a digit, or a point before a digit, at `at`.
  Result Lex(size_t at, size_t end) const;

 private:
  std::string_view text_;
  const LexOptions& options_;
  bool in_brackets_;
};

}  // namespace assay::math
