// Plain: science notation in one spelling. LaTeX (\mathrm{…}, \times, \frac, siunitx, \ce), Unicode
// (10⁻³, µ, Å, ℃, →) and Markdown become the few characters that the readers of this room know:
// ASCII, "^(…)" and "_(…)" for raised and lowered text, "*" for every product sign, and the signs
// ° µ Ω Å π Δ ± ≈ → (Unicode's, one code point each). Dollar signs and braces are gone.
//
// Any bytes are allowed; one pass, no recursion. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay::science {

std::string Plain(std::string_view text);

// Blanks where Markdown's emphasis and the outer bars of tables were: every byte keeps its place.
std::string WithoutMarkdown(std::string_view text);

// Reading a plain text.
constexpr bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool IsUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool IsLetter(char c) {
  return IsUpper(c) || IsLower(c);
}
// The character at a place, NUL past the end.
constexpr char At(std::string_view text, size_t at) {
  return at < text.size() ? text[at] : '\0';
}
constexpr bool HasAt(std::string_view text, size_t at, std::string_view part) {
  return at <= text.size() && text.substr(at, part.size()) == part;
}
constexpr size_t SkipSpaces(std::string_view text, size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}
// Where the ASCII word that begins at a place ends.
constexpr size_t WordEnd(std::string_view text, size_t at) {
  while (at < text.size() && IsLetter(text[at])) ++at;
  return at;
}

// A number as science writes it: "1,234.5", "1.20e-3", "1.2 × 10⁻³", "10^5", "3/4", "2π",
// "5.2 million". A product, quotient, root or power of numbers is a value without a last digit
// (`exact`); nothing else is calculated. Bounded recursion.
struct Number {
  double value = 0;
  bool exact = false;    // calculated: no last digit
  bool integer = false;  // written without point and power of ten
  int digits = 0;        // significant, an integer's last zeros included; 0 for a written zero
  int sure_digits = 0;   // without an integer's last zeros
  int place = 0;         // the power of ten of the last digit
};

struct NumberReading {
  Number number;
  size_t end = 0;
};

// "4,5" is four and a half, or two numbers.
enum class DecimalComma { kYes, kNo };

// The number that begins at a place, blanks before it skipped; a sign is part of it. Takes no sum
// outside brackets and no unit.
std::optional<NumberReading> ReadNumber(std::string_view plain, size_t begin, DecimalComma comma);

}  // namespace assay::science
