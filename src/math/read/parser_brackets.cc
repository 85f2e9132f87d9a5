// Parser: tuples, intervals, sets, groups and matrices.
#include <algorithm>

#include "math/read/parser.h"

namespace assay::math {

// ( … ), [ … ], half-open intervals, and ]0, 1[ as French textbooks write open ones.
const Node* Parser::Brackets() {
  if (!Enter()) return Fail();
  const char open = Next().text[0];
  const int bars = bars_;
  const int sets = sets_;
  const bool reversed = reversed_;
  bars_ = 0;
  sets_ = 0;
  reversed_ = open == ']';
  Sequence items;
  if (!ParseSequence(Inside::kBracket, &items)) return Fail();
  bars_ = bars;
  sets_ = sets;
  reversed_ = reversed;
  --depth_;
  const bool reversed_close = Is('[') && items.items.size() == 2;
  if (!Is(')') && !Is(']') && !reversed_close) return Fail();
  char close = Next().text[0];
  if (items.items.size() == 1) {
    const bool matching = (open == '(' && close == ')') || (open == '[' && close == ']');
    if (!matching) return Fail();
    const Node* inner = items.items[0];
    if (open == '[' && inner->kind == Kind::kBracket && inner->open == '[') {
      Node* matrix = arena_->New(Kind::kMatrix);
      matrix->rows = 1;
      matrix->cols = static_cast<int32_t>(inner->kids.size());
      matrix->kids = inner->kids;
      return matrix;
    }
    return inner;
  }
  const auto is_row = [&](const Node* item) {
    return item->kind == Kind::kBracket && item->open == '[' && item->close == ']' &&
           item->kids.size() == items.items[0]->kids.size();
  };
  if (open == '[' && close == ']' && std::all_of(items.items.begin(), items.items.end(), is_row)) {
    Node* matrix = arena_->New(Kind::kMatrix);
    matrix->rows = static_cast<int32_t>(items.items.size());
    matrix->cols = static_cast<int32_t>(items.items[0]->kids.size());
    for (const Node* row : items.items) {
      matrix->kids.insert(matrix->kids.end(), row->kids.begin(), row->kids.end());
    }
    return matrix;
  }
  Node* bracket = arena_->New(Kind::kBracket);
  bracket->open = open == ']' ? '(' : open;
  bracket->close = close == '[' ? ')' : close;
  bracket->kids = std::move(items.items);
  return bracket;
}

// LaTeX's braces group; with commas inside they are somebody's set.
const Node* Parser::Braces() {
  if (!Enter()) return Fail();
  Next();
  if (Is('}')) {  // {}_5C_2: an empty group carries no meaning
    Next();
    --depth_;
    if (Is('_') || Is('^')) {
      Next();
      const Node* script = Argument(false);
      if (script == nullptr) return Fail();
      const std::string& symbol = Peek().text;
      if ((symbol == "C" || symbol == "P") && Is('_', 1)) {
        const bool order = Next().text == "P";
        Next();
        const Node* chosen = Argument(false);
        return chosen == nullptr ? Fail() : Selections(script, chosen, order);
      }
    }
    return Primary();
  }
  const int bars = bars_;
  bars_ = 0;
  Sequence items;
  if (!ParseSequence(Inside::kGroup, &items)) return Fail();
  bars_ = bars;
  if ((IsCommand("over") || IsCommand("choose")) && items.items.size() == 1) {
    const bool fraction = Next().text == "over";
    const Node* bottom = Additive();
    if (bottom == nullptr) return Fail();
    items.items[0] = fraction ? arena_->Binary(Kind::kDiv, items.items[0], bottom)
                              : arena_->Call("binom", {items.items[0], bottom});
  }
  --depth_;
  if (Is('}')) {
    Next();
  } else if (Peek().type != Tok::kEnd) {  // a missing brace at the very end is forgiven
    return Fail();
  }
  if (items.items.size() == 1) return items.items[0];
  return arena_->Many(Kind::kSet, std::move(items.items));
}

const Node* Parser::SetBraces() {
  if (!Enter()) return Fail();
  Next();
  const int bars = bars_;
  const int sets = sets_;
  bars_ = 0;
  sets_ = 1;
  const auto at_close = [&] { return Peek().type == Tok::kSetClose || Is('}'); };
  if (at_close()) {
    Next();
    bars_ = bars;
    sets_ = sets;
    --depth_;
    return arena_->New(Kind::kEmptySet);
  }
  Sequence items;
  if (!ParseSequence(Inside::kSet, &items)) return Fail();
  const Node* result = nullptr;
  if ((Is('|') || Is(':')) && items.items.size() == 1) {
    Next();
    Sequence conditions;
    sets_ = 0;
    if (!ParseSequence(Inside::kSet, &conditions)) return Fail();
    Node* builder = arena_->New(Kind::kSetBuilder);
    builder->kids = {items.items[0]};
    for (const Node* condition : conditions.items) builder->kids.push_back(condition);
    builder->flag = std::find(conditions.separators.begin(), conditions.separators.end(), 'o') !=
                    conditions.separators.end();
    result = builder;
  } else {
    result = arena_->Many(Kind::kSet, std::move(items.items));
  }
  bars_ = bars;
  sets_ = sets;
  --depth_;
  if (!at_close() && Peek().type != Tok::kEnd) return Fail();
  if (at_close()) Next();
  return result;
}

const Node* Parser::Matrix() {
  if (!Enter()) return Fail();
  Node* matrix = arena_->New(Kind::kMatrix);
  matrix->name = Next().text;
  int32_t cols = 0;
  int32_t col = 0;
  while (true) {
    while (Peek().type == Tok::kNewRow && col == 0) Next();
    if (Peek().type == Tok::kEndEnv) break;
    const Node* entry = nullptr;
    if (Is('&')) {
      entry = arena_->Symbol("");  // an empty cell
    } else {
      if (col > 0 && AtConditionWord()) Next();  // x^2 & \text{if } x > 0
      if (col > 0 && (IsWord("otherwise") || IsWord("else"))) {
        Next();
        entry = arena_->Symbol("otherwise");
      } else {
        entry = Relation();
      }
    }
    if (entry == nullptr || failed_) return Fail();
    const bool comma = Is(',');
    while (Is(',')) Next();  // cases end their rows with commas
    matrix->kids.push_back(entry);
    ++col;
    if (Is('&')) {
      Next();
      continue;
    }
    // "x^2, x > 0 \\" without an ampersand
    const bool condition = AtConditionWord() || (comma && StartsPrimary());
    if (col == 1 && matrix->name.find("cases") != std::string::npos && condition) continue;
    if (matrix->rows == 0) cols = col;
    if (col != cols) return Fail();
    ++matrix->rows;
    col = 0;
    if (Peek().type == Tok::kNewRow) {
      Next();
      continue;
    }
    if (Peek().type != Tok::kEndEnv) return Fail();
  }
  Next();
  --depth_;
  matrix->cols = cols;
  if (matrix->kids.empty()) return Fail();
  const bool determinant = matrix->name == "vmatrix";
  if (determinant) return arena_->Call("det", {matrix});
  return matrix;
}

}  // namespace assay::math
