// Parser: what surrounds a value in an answer: words that announce it, conditions ("n \ge 1", "k
// \in \mathbb{Z}"), and quantities of two units ("5 h 12 min").
#include <algorithm>

#include "base/text.h"
#include "math/lexicon/units.h"
#include "math/read/parser.h"

namespace assay::math {
namespace {

constexpr size_t kMaxLeadWords = 6;

template <size_t N>
bool Contains(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool IsConditionWord(const Token& token) {
  static constexpr std::string_view kWords[] = {"for", "where", "if", "when", "with", "其中"};
  return token.type == Tok::kWord && Contains(kWords, AsciiLower(token.text));
}

bool HasSymbolNamed(const Node* node, const std::string& name) {
  return Any(node, [&](const Node& n) { return n.kind == Kind::kSymbol && n.name == name; });
}

// Whether a relation beside `value` only says for which values of its letters it holds.
bool Restricts(const Node* relation, const Node* value) {
  if (relation->kind != Kind::kRelation || relation->name.size() != 1 || relation->name == "=") {
    return false;
  }
  const Node* symbol = relation->kids[0]->kind == Kind::kSymbol ? relation->kids[0]
                       : relation->name[0] != kOpIn             ? relation->kids[1]
                                                                : nullptr;
  if (symbol == nullptr || symbol->kind != Kind::kSymbol) return false;
  if (value->kind != Kind::kRelation) {
    return (IsScalar(value) || value->kind == Kind::kBracket) &&
           HasSymbolNamed(value, symbol->name);
  }
  const bool named = value->kids[0]->kind == Kind::kSymbol && value->kids[0]->name == symbol->name;
  return value->name == "=" && !named && HasSymbolNamed(value->kids[1], symbol->name);
}

}  // namespace

// "The answer is 32", "Answer: 32": the words go. "Area = 5": they are a name.
void Parser::ReadLead() {
  static constexpr std::string_view kLeads[] = {"answer",
                                                "the answer",
                                                "the answer is",
                                                "the final answer is",
                                                "final answer",
                                                "the value is",
                                                "the result is",
                                                "there are",
                                                "there is",
                                                "it is",
                                                "total",
                                                "a total of",
                                                "thus",
                                                "therefore",
                                                "so",
                                                "hence"};
  if (Peek().type == Tok::kSymbol && Is(':', 1)) {  // "l: y = 2x + 1"
    bool equation = false;
    for (size_t at = 2; at < tokens_.size(); ++at) {
      if (Is(':', at)) return;
      equation = equation || (Peek(at).type == Tok::kRelation && Peek(at).text[0] == kOpEqual);
    }
    if (equation) pos_ += 2;
    return;
  }
  std::string text;
  size_t words = 0;
  while (Peek(words).type == Tok::kWord && words < kMaxLeadWords) {
    text += (words > 0 ? " " : "") + AsciiLower(Peek(words).text);
    ++words;
  }
  if (words == 0 || Peek(words).type == Tok::kEnd) return;
  if (Contains(kLeads, text)) {
    pos_ += words;
    if (Is(':')) Next();
    return;
  }
  const bool named = Peek(words).type == Tok::kRelation && Peek(words).text[0] == kOpEqual;
  if (!named || StartsWith(text, "not") || StartsWith(text, "no ")) return;
  pos_ += words - 1;
  tokens_[pos_].type = Tok::kSymbol;
  tokens_[pos_].text = "\"" + text + "\"";
}

bool Parser::AtConditionWord(size_t ahead) const {
  return IsConditionWord(Peek(ahead));
}

// "where n \ge 1", "for all x > 0". False: what follows the word is no condition.
bool Parser::WordConditions(const Node* value) {
  while (AtConditionWord() || ((Is(',') || Is(';')) && AtConditionWord(1))) {
    if (!AtConditionWord()) Next();
    Next();
    static constexpr std::string_view kQuantifiers[] = {"all",  "every",   "any",      "each",
                                                        "some", "integer", "integers", "real"};
    while (Peek().type == Tok::kWord && Contains(kQuantifiers, AsciiLower(Peek().text))) Next();
    const Node* condition = Relation();
    if (condition == nullptr || !Restricts(condition, value)) return false;
    conditions_.push_back(condition);
  }
  return true;
}

// "(n \ge 1)" behind a value at the top.
bool Parser::BracketedConditions() {
  if (!Is('(') || depth_ > kTopDepth) return false;
  bool relation = false;
  int depth = 0;
  size_t at = 0;
  do {
    if (Is('(', at)) ++depth;
    if (Is(')', at)) --depth;
    const Token& token = Peek(at);
    if (token.type == Tok::kRelation && depth == 1) relation = true;
    if (token.type == Tok::kRelation && token.text[0] == kOpEqual) return false;
    if (token.type == Tok::kEnd) return false;
    ++at;
  } while (depth > 0 && budget_->Charge(1));
  if (!relation) return false;
  Next();
  Sequence items;
  if (!ParseSequence(Inside::kBracket, &items) || !Is(')')) {
    failed_ = true;
    return true;
  }
  Next();
  for (const Node* item : items.items) {
    if (item->kind != Kind::kRelation) failed_ = true;
    conditions_.push_back(item);
  }
  return true;
}

// Takes the conditions out of "a_n = 2n + 1, n \in \mathbb{N}".
void Parser::TakeConditions(Sequence* sequence) {
  const Node* value = sequence->items[0];
  Sequence kept;
  kept.items.push_back(value);
  for (size_t i = 1; i < sequence->items.size(); ++i) {
    if (Restricts(sequence->items[i], value)) {
      conditions_.push_back(sequence->items[i]);
    } else {
      kept.items.push_back(sequence->items[i]);
      kept.separators.push_back(sequence->separators[i - 1]);
    }
  }
  *sequence = std::move(kept);
}

const Node* Parser::WithConditions(const Node* value) {
  if (value == nullptr || conditions_.empty()) return value;
  for (const Node* condition : conditions_) {
    const bool about_it = Any(condition, [&](const Node& n) {
      return n.kind == Kind::kSymbol && HasSymbolNamed(value, n.name);
    });
    if (!about_it) return nullptr;
  }
  std::vector<const Node*> kids = {value};
  kids.insert(kids.end(), conditions_.begin(), conditions_.end());
  return arena_->Many(Kind::kConditional, std::move(kids));
}

// "5 h 12 min" as one quantity in the smaller unit.
const Node* Parser::CompoundUnit(const Node* first) {
  while (first->kind == Kind::kUnit && budget_->Charge(4)) {
    const size_t skip = IsWord("and") ? 1 : 0;
    const Token& unit_token = Peek(skip + 1);
    const bool unit_follows = unit_token.type == Tok::kWord || IsUnitLetter(unit_token);
    if (Peek(skip).type != Tok::kNumber || !unit_follows) return first;
    const UnitValue large = ParseUnit(first->name);
    const UnitValue small = ParseUnit(unit_token.text);
    if (!large.known || !small.known || large.dimension != small.dimension) return first;
    if (fmpq_cmp(large.scale, small.scale) <= 0) return first;
    const bool time = large.dimension[2] == 1;
    if (skip > 0 && !time) return first;  // "5 m and 30 cm" are two lengths
    if (skip > 0) Next();
    const Node* second = UnitTail(SimpleNumber());
    if (second == nullptr || second->kind != Kind::kUnit) return Fail();
    Fmpq ratio;
    fmpq_div(ratio, large.scale, small.scale);
    if (!ratio.is_integer() || ratio.bits() > 40) return Fail();
    const Node* factor = arena_->Integer(static_cast<int64_t>(fmpz_get_si(ratio.num())));
    Node* sum = arena_->New(Kind::kUnit);
    sum->kids = {arena_->Many(
        Kind::kAdd, {arena_->Binary(Kind::kMul, first->kids[0], factor), second->kids[0]})};
    sum->name = second->name;
    first = sum;
  }
  return first;
}

}  // namespace assay::math
