// Tokens of an answer, what decides how commas are read, and what a lexer gives. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::math {

enum class Tok : uint8_t {
  kEnd,
  kNumber,     // text: digits; scale, decimal
  kRepeating,  // text: all digits; scale digits after the point, the last `repeat` of them repeat
  kSymbol,     // one variable, greek letters included; constants too: pi, e, i
  kInfinity,
  kFunction,  // text: sin, log, …
  kCommand,   // structural commands without the backslash: frac, sqrt, binom, lfloor, …
  kWord,      // text inside \text{} or a word of plain text
  kPunct,     // text[0]: + - * / ^ _ ! ( ) [ ] { } | , ; : ' % &; '{' is a brace of LaTeX
  kSetOpen,   // \{
  kSetClose,  // \}
  kRelation,  // text[0]: a RelationOp
  kBegin,     // text: environment
  kEndEnv,    // text: environment
  kNewRow,    // a double backslash
  kCurrency,  // \$, £, €
};

struct Token {
  Tok type = Tok::kEnd;
  std::string text;
  int32_t scale = 0;
  int32_t repeat = 0;
  bool decimal = false;
  bool space_before = false;  // white space or a spacing command comes before
  bool wide_before = false;   // \quad comes before
  bool styled = false;        // from \mathrm, \text and the like
  bool ellipsis = false;      // dots
};

// Begins the names of the unit vectors, which are no imaginary unit.
inline constexpr std::string_view kBold = "\\mathbf ";

struct LexOptions {
  // "1,000" is one number unless this is set; then commas separate.
  bool comma_is_separator = false;
};

struct LexResult {
  std::vector<Token> tokens;      // ends with kEnd
  bool ambiguous_commas = false;  // some comma could be read in both ways
  bool ok = true;                 // false: budget or caps
};

}  // namespace assay::math
