// Plain: science notation in one spelling. LaTeX (\mathrm{…}, \times, \frac, siunitx, \ce), Unicode
// (10⁻³, µ, Å, ℃, →) and Markdown become the few characters that the readers of this room know:
// ASCII, "^(…)" and "_(…)" for raised and lowered text, "*" for every product sign, and the signs
// ° µ Ω Å π Δ ± ≈ → (Unicode's, one code point each). Dollar signs and braces are gone.
//
// Any bytes are allowed; one pass, no recursion. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::science {

std::string Plain(std::string_view text);

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

}  // namespace assay::science
