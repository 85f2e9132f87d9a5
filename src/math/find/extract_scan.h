// The extraction's reading of prose: which parts are formulas, which are expressions or numbers
// written without delimiters, and how many words there are. Internal to src/math.
//
// Pure, thread-safe, one forward pass.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

enum class ItemKind { kFormula, kExpression, kNumber };
struct Item {
  ItemKind kind = ItemKind::kNumber;
  Span outer;  // with delimiters
  Span inner;
};
struct Items {
  std::vector<Item> items;  // in order; only the last ones when there are very many
  bool truncated = false;   // the text ends inside a formula
};
Items ScanItems(std::string_view text, Span range);

// If a formula begins at pos, its item. `truncated` is set when it opens and never closes.
std::optional<Item> FormulaAt(std::string_view text, size_t pos, size_t end, bool* truncated);

// Words of two letters or more outside formulas, LaTeX commands and \text{…}. Stops at `limit`.
int CountWords(std::string_view text, Span range, int limit);

// The text of an item as an answer: trimmed, the last row of an aligned display, a percent sign
// that follows it attached, a decimal comma turned into a point.
std::string ItemText(std::string_view text, const Item& item, size_t end);
// Whether "%", "\%" or the word percent follows at pos, past closing delimiters. Returns the
// position after it, or npos.
size_t PercentAfter(std::string_view text, size_t pos, size_t end);

// A formula of letters alone, such as $n$ or $ABC$: a name in a sentence rather than an answer.
bool IsName(std::string_view formula);

}  // namespace assay::math
