// Character-level reading for the extraction: spans and their trimming, words in any script, and
// runs of mathematics written without delimiters. Internal to src/math. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::math {

// Half-open range of bytes.
struct Span {
  size_t begin = 0;
  size_t end = 0;
  bool empty() const { return begin >= end; }
  size_t size() const { return empty() ? 0 : end - begin; }
};

inline std::string_view Slice(std::string_view text, Span span) {
  return span.empty() ? std::string_view() : text.substr(span.begin, span.end - span.begin);
}
inline bool IsAsciiLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
inline bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Whether an odd number of backslashes stands before text[pos].
bool IsEscaped(std::string_view text, size_t pos);
// Without surrounding blanks, and without trailing sentence punctuation and markdown emphasis.
Span TrimAnswer(std::string_view text, Span span);
Span TrimBlanks(std::string_view text, Span span);
bool StartsWithAt(std::string_view text, size_t pos, std::string_view prefix);
// Compares ASCII without case; `lower` is lower case.
bool StartsWithNoCaseAt(std::string_view text, size_t pos, std::string_view lower);
// Position of the last occurrence that begins before `before`, or npos. ASCII case is ignored.
size_t RFindNoCase(std::string_view text, std::string_view lower, size_t before);

// End of the word (letters of any script) that begins at pos; pos itself when none does.
size_t WordEnd(std::string_view text, size_t pos, size_t end);
// Names such as sin or sqrt, which are mathematics and not prose.
bool IsFunctionName(std::string_view word);
// Bytes of the character at pos.
size_t CharLength(std::string_view text, size_t pos);
// A mathematical symbol outside ASCII at pos (−, ×, √, π, ≤, ², °), in bytes; 0 when there is none.
size_t SymbolLength(std::string_view text, size_t pos);
// End of the run of digits, operators, single letters and LaTeX commands that begins at pos; pos
// itself when none does.
size_t ReadMathRun(std::string_view text, size_t pos, size_t end);

// Words of two letters or more outside formulas, LaTeX commands and \text{…}. Stops at `limit`.
int CountWords(std::string_view text, Span range, int limit);

}  // namespace assay::math
