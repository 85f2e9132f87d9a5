// Numbers as they appear in outputs: which spellings count as a decimal, and their values.
//
// Comparison must say exactly which texts are numbers (a word like "infinity" or "0x10" is not), so
// the grammars are spelled out here and nothing is left to the C library's locale or extensions.
// Pure functions, thread-safe, linear time at any length.
#pragma once

#include <optional>
#include <string_view>

namespace assay {

enum class NumberForm {
  kNone,        // not a number
  kInteger,     // [+-]? digits
  kNonInteger,  // has a point or an exponent: "1.", ".5", "1e5", "-2.50E-3"
};

// The form of the whole text; no white space, underscores, hexadecimal, or words are accepted.
NumberForm FormOf(std::string_view text);

// The value of a text whose form is a number. Too large becomes an infinity, too small zero.
double DecimalValue(std::string_view text);

// "nan", "inf" or "infinity" in any case, with or without a sign.
bool IsNonFiniteWord(std::string_view text);

// What Python's float() accepts, after white space at both ends is removed: decimals, underscores
// between digits, nan, inf, infinity in any case. Digits of other scripts are not recognised.
std::optional<double> ParsePythonFloat(std::string_view text);

bool EqualIgnoringAsciiCase(std::string_view a, std::string_view b);

inline bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
inline char LowerAscii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

}  // namespace assay
