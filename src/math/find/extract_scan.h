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

#include "math/find/extract_text.h"

namespace assay::math {

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

// The text of an item as an answer: trimmed, the last row of an aligned display, a percent sign
// that follows it attached, a decimal comma turned into a point.
std::string ItemText(std::string_view text, const Item& item, size_t end);
// Whether "%", "\%" or the word percent follows at pos, past closing delimiters. Returns the
// position after it, or npos.
size_t PercentAfter(std::string_view text, size_t pos, size_t end);

// A formula of letters alone, such as $n$ or $ABC$: a name in a sentence rather than an answer.
bool IsName(std::string_view formula);

}  // namespace assay::math
