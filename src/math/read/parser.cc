// A map: Parse and ParseSequence (lists, tuples, sets), then one function for each level of
// precedence, loosest first: Modulus, Relation, SetExpression, Additive, Term, Unary, Factor,
// Exponent, Postfix. What they end in is in parser_primary.cc, brackets in parser_brackets.cc,
// units in parser_units.cc.

#include "math/read/parser.h"

#include <algorithm>

#include "base/text.h"

namespace assay::math {

namespace {

bool IsMapName(const Node* node) {
  return node->kind == Kind::kSymbol && node->name.size() == 1 &&
         std::string_view("fghFGHT").find(node->name[0]) != std::string_view::npos;
}

}  // namespace

bool Parser::IsWord(std::string_view word) const {
  const Token& token = Peek();
  return token.type == Tok::kWord && AsciiLower(token.text) == word;
}

const Node* Parser::Parse() {
  ReadLead();
  Sequence sequence;
  if (!ParseSequence(Inside::kTop, &sequence)) return nullptr;
  // Braces closed once too often are a common slip, harmless at the very end.
  while (Is('}') || Peek().type == Tok::kNewRow || Is('&')) Next();
  if (Peek().type != Tok::kEnd || failed_ || budget_->spent()) return nullptr;
  TakeConditions(&sequence);
  return WithConditions(MakeList(std::move(sequence)));
}

bool Parser::ParseSequence(Inside inside, Sequence* sequence) {
  const bool top = inside == Inside::kTop;
  const auto skip_layout = [&] {
    while (top && (Is('&') || Peek().type == Tok::kNewRow)) Next();
  };
  skip_layout();
  while (true) {
    const Node* item = Relation();
    if (item == nullptr || failed_) return false;
    sequence->items.push_back(item);
    if (top && !WordConditions(item)) return false;
    char separator = 0;
    while (true) {  // "1, and 2" has two separators in a row
      if (Is(',') || Is(';')) {
        if (separator == 0 || Is(';')) separator = Peek().text[0];
      } else if (IsWord("and") || IsWord("or")) {
        const bool after_comma = separator == ',';
        separator = IsWord("or") ? 'o' : after_comma ? ',' : 'a';
      } else if (top && Peek().type == Tok::kNewRow && separator == 0 &&
                 Peek(1).type != Tok::kEnd) {
        separator = ',';
      } else if (top && (Is('&') || Peek().type == Tok::kNewRow)) {
      } else if (top && separator == 0 && Peek().wide_before && StartsPrimary()) {
        separator = ',';
        break;
      } else {
        break;
      }
      Next();
    }
    if (separator == 0) return true;
    const Token& next = Peek();
    const bool end =
        next.type == Tok::kEnd || Is(')') || Is(']') || Is('}') || next.type == Tok::kSetClose;
    if (end) return separator == ',' || separator == ';';  // a trailing comma
    sequence->separators.push_back(separator);
    if (!budget_->Charge(4)) return false;
  }
}

const Node* Parser::MakeList(Sequence sequence) {
  if (sequence.items.size() == 1) return sequence.items[0];
  const auto& separators = sequence.separators;
  const auto has = [&](char c) {
    return std::find(separators.begin(), separators.end(), c) != separators.end();
  };
  const bool any_relation =
      std::any_of(sequence.items.begin(), sequence.items.end(),
                  [](const Node* item) { return item->kind == Kind::kRelation; });
  // Semicolons, or "and"/"or" between comma lists of assignments, separate groups.
  const bool by_semicolon = has(';') && (has(',') || has('a') || has('o'));
  const bool by_word = !by_semicolon && any_relation && has(',') && (has('a') || has('o'));
  std::vector<const Node*> groups;
  if (by_semicolon || by_word) {
    std::vector<const Node*> group;
    const auto flush = [&] {
      groups.push_back(group.size() == 1 ? group[0] : arena_->Many(Kind::kList, group));
      group.clear();
    };
    for (size_t i = 0; i < sequence.items.size(); ++i) {
      group.push_back(sequence.items[i]);
      const char after = i < separators.size() ? separators[i] : ';';
      if (by_semicolon ? after == ';' : (after != ',' || i + 1 == sequence.items.size())) flush();
    }
    if (groups.size() == 1) return groups[0];
  } else {
    groups = std::move(sequence.items);
  }
  Node* list = arena_->New(Kind::kList);
  list->kids = std::move(groups);
  list->flag = has('o');
  const bool all_and =
      std::all_of(separators.begin(), separators.end(), [](char each) { return each == 'a'; });
  if (all_and) list->name = "and";
  return list;
}

const Node* Parser::Modulus() {
  // \pmod{7}, (mod 7), \mod 7, mod 7 after a congruence
  bool parens = false;
  if (Is('(') && (IsCommand("mod", 1) || IsCommand("pmod", 1))) {
    Next();
    parens = true;
  }
  if (!IsCommand("pmod") && !IsCommand("mod")) return nullptr;
  Next();
  const Node* modulus = Is('{') ? Argument(false) : Term();
  if (modulus == nullptr) return nullptr;
  if (parens) {
    if (!Is(')')) return nullptr;
    Next();
  }
  return modulus;
}

const Node* Parser::Relation() {
  if (!Enter()) return Fail();
  std::vector<const Node*> operands;
  std::string ops;
  // "\approx 3.2" and "= 5" without a left side
  if (Peek().type == Tok::kRelation &&
      (Peek().text[0] == kOpApprox || Peek().text[0] == kOpEqual || Peek().text[0] == 'R')) {
    Next();
  }
  while (true) {
    const Node* operand = SetExpression();
    if (operand == nullptr || failed_) return Fail();
    if (Is(':') && sets_ == 0) {
      Node* ratio = arena_->New(Kind::kRatio);
      ratio->kids.push_back(operand);
      bool clock = IsInteger(operand) && operand->name.size() <= 2;
      while (Is(':')) {
        const Token& number = Peek(1);
        clock = clock && number.type == Tok::kNumber && number.text.size() == 2 &&
                number.scale == 0 && number.text < "60";
        Next();
        const Node* part = Additive();
        if (part == nullptr) return Fail();
        ratio->kids.push_back(part);
      }
      ratio->flag = clock;
      operand = ratio;
    }
    if (IsWord("to") && Peek(1).type == Tok::kNumber && IsScalar(operand)) {
      Next();
      const Node* part = Additive();
      if (part == nullptr) return Fail();
      Node* ratio = arena_->New(Kind::kRatio);
      ratio->kids = {operand, part};
      ratio->name = "to";
      operand = ratio;
    }
    if (AtUnitTail(operand)) {
      operand = UnitTail(operand);
      if (operand != nullptr) operand = CompoundUnit(operand);
      if (operand == nullptr) return Fail();
    }
    operands.push_back(operand);
    const bool modulus = (IsCommand("pmod") || IsCommand("mod")) ||
                         (Is('(') && (IsCommand("mod", 1) || IsCommand("pmod", 1)));
    if (modulus && operands.size() >= 2) {
      const Node* by = Modulus();
      if (by == nullptr) return Fail();
      --depth_;
      Node* congruence = arena_->New(Kind::kCongruence);
      congruence->kids = {operands[0], operands.back(), by};
      return congruence;
    }
    if (modulus) {  // "7 \bmod 4" is the remainder 3, "7 \pmod{4}" a class
      const bool remainder = IsCommand("mod");
      const Node* by = Modulus();
      if (by == nullptr) return Fail();
      operands.back() = remainder
                            ? arena_->Call("mod", {operand, by})
                            : arena_->Many(Kind::kCongruence, {arena_->Symbol(""), operand, by});
    }
    while (Is('&')) {  // alignment before a relation
      if (Peek(1).type != Tok::kRelation) break;
      Next();
    }
    if (Peek().type == Tok::kNewRow && Peek(1).type == Tok::kRelation) Next();
    if (Peek().type != Tok::kRelation) break;
    char op = Next().text[0];
    while (Is('&')) Next();
    if (op == 'e') op = kOpEqual;
    // "x =" at the end says nothing
    if (Peek().type == Tok::kEnd) break;
    if (Peek().type == Tok::kRelation && Peek().text[0] == kOpEqual) Next();  // ">=" typed apart
    ops += op;
    if (operands.size() > 64) return Fail();
  }
  --depth_;
  if (operands.size() == 1) return operands[0];
  // e = 1/2 names an eccentricity, i = 2 an index; x = e is the constant.
  const Node* first = operands.front();
  const bool letter = first->kind == Kind::kConstant && (first->name == "e" || first->name == "i");
  if (letter && ops[0] == kOpEqual && !HasSymbol(operands.back())) {
    operands.front() = arena_->Symbol(first->name);
  }
  Node* relation = arena_->New(Kind::kRelation);
  relation->kids = std::move(operands);
  relation->name = std::move(ops);
  return relation;
}

const Node* Parser::SetExpression() {
  const Node* left = Additive();
  if (left == nullptr) return nullptr;
  for (int run = 0;; ++run) {
    if (run > 200) return Fail();
    Kind kind;
    if (IsCommand("cup")) {
      kind = Kind::kUnion;
    } else if (IsCommand("bigcup") && !Is('_', 1)) {
      kind = Kind::kUnion;
    } else if (IsCommand("cap")) {
      kind = Kind::kIntersect;
    } else if (IsCommand("setminus")) {
      kind = Kind::kSetMinus;
    } else {
      return left;
    }
    Next();
    const Node* right = Additive();
    if (right == nullptr) return Fail();
    if (kind != Kind::kSetMinus && left->kind == kind) {
      if (left->kids.size() > 200) return Fail();
      std::vector<const Node*> kids = left->kids;
      kids.push_back(right);
      left = arena_->Many(kind, std::move(kids));
    } else {
      left = arena_->Binary(kind, left, right);
    }
    if (!budget_->Charge(4)) return Fail();
  }
}

const Node* Parser::Additive() {
  if (!Enter()) return Fail();
  const Node* first = nullptr;
  if (IsCommand("pm") || IsCommand("mp")) {
    Node* sign = arena_->New(Kind::kPlusMinus);
    sign->flag = Next().text == "mp";
    const Node* operand = Term();
    if (operand == nullptr) return Fail();
    sign->kids = {operand};
    first = sign;
  } else {
    first = Term();
    if (first == nullptr) return Fail();
  }
  std::vector<const Node*> terms = {first};
  int signs = 0;
  const auto sum = [&]() -> const Node* {
    return terms.size() == 1 ? terms[0] : arena_->Many(Kind::kAdd, terms);
  };
  while (true) {
    if (Is('+')) {
      if (IsCommand("dots", 1)) {  // 1 + 2 + \cdots + n keeps its dots as a symbol
        Next();
        Next();
        terms.push_back(arena_->Symbol("\\dots"));
        continue;
      }
      Next();
      const Node* term = Term();
      if (term == nullptr) return Fail();
      terms.push_back(term);
    } else if (Is('-')) {
      Next();
      const Node* term = Term();
      if (term == nullptr) return Fail();
      const bool of_set = terms.size() == 1 && terms[0]->kind == Kind::kNumberSet;
      if (of_set && term->kind == Kind::kSet) {  // \mathbb{R} - \{1\}
        terms = {arena_->Binary(Kind::kSetMinus, terms[0], term)};
        continue;
      }
      terms.push_back(arena_->Unary(Kind::kNeg, term));
    } else if (IsCommand("pm") || IsCommand("mp")) {
      Node* sign = arena_->New(Kind::kPlusMinus);
      sign->flag = Next().text == "mp";
      const Node* term = Term();
      if (term == nullptr) return Fail();
      sign->kids = {sum(), term};
      terms = {sign};
      if (++signs > kMaxRun) return Fail();
    } else {
      --depth_;
      return sum();
    }
  }
}

bool Parser::StartsPrimary() const {
  const Token& token = Peek();
  switch (token.type) {
    case Tok::kNumber:
    case Tok::kRepeating:
    case Tok::kSymbol:
    case Tok::kInfinity:
    case Tok::kFunction:
    case Tok::kBegin: return true;
    case Tok::kCommand:
      return token.text == "frac" || token.text == "sqrt" || token.text == "cbrt" ||
             token.text == "binom" || token.text == "lfloor" || token.text == "lceil" ||
             token.text == "langle" || token.text == "overline" || token.text == "vec" ||
             IsAccent(token.text) || IsFigure(token.text) || token.text == "sum" ||
             token.text == "prod" || token.text == "int" || token.text == "lim" ||
             token.text == "overset" || token.text == "dots";
    case Tok::kPunct:
      if (token.text == "||") return false;
      if (token.text[0] == '|') return bars_ == 0 && sets_ == 0 && !token.ellipsis;
      if (token.text[0] == '(') {  // "14 (tickets)" and "3 (mod 7)" are no products
        return Peek(1).type != Tok::kWord && !IsCommand("mod", 1) && !IsCommand("pmod", 1);
      }
      if (token.text[0] == '[') {  // "[0, 1[" ends there
        const bool ends =
            Peek(1).type == Tok::kEnd || IsCommand("cup", 1) || IsCommand("cap", 1) ||
            (Peek(1).type == Tok::kWord && (Peek(1).text == "or" || Peek(1).text == "and"));
        return !reversed_ && !ends;
      }
      return token.text[0] == '{';
    default: return false;
  }
}

// 1.5 \times 10^{8} is one number.
const Node* Parser::FoldPowerOfTen(const Node* left) {
  if (left->kind != Kind::kNumber || !Is('*') || Peek(1).type != Tok::kNumber ||
      Peek(1).text != "10" || Peek(1).scale != 0 || !Is('^', 2)) {
    return nullptr;
  }
  size_t at = 3;
  const bool braced = Is('{', at);
  if (braced) ++at;
  const bool negative = Is('-', at);
  if (negative) ++at;
  const Token& number = Peek(at);
  if (number.type != Tok::kNumber || number.scale != 0 || number.text.size() > 5) return nullptr;
  ++at;
  if (braced) {
    if (!Is('}', at)) return nullptr;
    ++at;
  }
  if (Is('^', at) || Is('!', at) || Is('_', at)) return nullptr;
  int32_t exponent = 0;
  for (char c : number.text) exponent = exponent * 10 + (c - '0');
  Node* folded = arena_->New(Kind::kNumber);
  *folded = *left;
  folded->scale += negative ? exponent : -exponent;
  for (size_t i = 0; i < at; ++i) Next();
  return folded;
}

const Node* Parser::Term() {
  if (!Enter()) return Fail();
  const Node* left = Unary();
  if (left == nullptr) return Fail();
  Node* product = nullptr;  // the node of this term that still takes factors
  int quotients = 0;
  const auto multiply = [&](const Node* right) {
    if (product == nullptr || product != left) {
      product = arena_->New(Kind::kMul);
      product->kids.push_back(left);
      left = product;
    }
    product->kids.push_back(right);
  };
  while (true) {
    if (!budget_->Charge(2)) return Fail();
    if (const Node* folded = FoldPowerOfTen(left)) {
      left = folded;
      continue;
    }
    if (Is('*')) {
      Next();
      const Node* right = Unary();
      if (right == nullptr) return Fail();
      multiply(right);
    } else if (Is('/')) {
      if (AtUnitTail(left)) break;
      if (Peek(1).type == Tok::kWord) break;  // "5 km / h" is a unit
      Next();
      const Node* right = Unary();
      if (right == nullptr) return Fail();
      if (++quotients > kMaxRun) return Fail();
      left = arena_->Binary(Kind::kDiv, left, right);
    } else if (AtDifferential()) {
      break;
    } else if (BracketedConditions()) {
      if (failed_) return Fail();
    } else if (StartsPrimary()) {
      if (Peek().wide_before && depth_ <= kTopDepth) break;  // "y = 1 \quad y = -x" is a list
      if (IsUnitLetter(Peek()) && !HasSymbol(left)) break;
      const bool number = Peek().type == Tok::kNumber;
      // Two numbers side by side are no product.
      if (number && tokens_[pos_ - 1].type == Tok::kNumber) return Fail();
      if (left->kind == Kind::kBracket || left->kind == Kind::kSet) break;
      const Node* right = Factor();
      if (right == nullptr) return Fail();
      if (right->kind == Kind::kBracket && left->kind != Kind::kMatrix && right->kids.size() < 2) {
        return Fail();
      }
      multiply(right);
    } else {
      break;
    }
  }
  --depth_;
  return left;
}

const Node* Parser::Unary() {
  if (Is('-') || Is('+')) {
    if (!Enter()) return Fail();
    const bool negative = Next().text[0] == '-';
    const Node* operand = Unary();
    --depth_;
    if (operand == nullptr) return Fail();
    return negative ? arena_->Unary(Kind::kNeg, operand) : operand;
  }
  return Factor();
}

const Node* Parser::Factor() {
  if (!Enter()) return Fail();
  const Node* base = Primary();
  if (base == nullptr) return Fail();
  const Node* whole = Postfix(base);
  --depth_;
  return whole;
}

const Node* Parser::Exponent() {
  if (Is('{')) return Argument(false);
  if (Is('-') || Is('+')) {
    const bool negative = Next().text[0] == '-';
    const Node* value = Exponent();
    if (value == nullptr) return Fail();
    return negative ? arena_->Unary(Kind::kNeg, value) : value;
  }
  // A number here is never the whole part of a mixed number: x^2 \frac{1}{3}.
  const Node* base = Peek().type == Tok::kNumber ? SimpleNumber() : Primary();
  if (base == nullptr) return Fail();
  if (Is('^')) {  // 2^3^2
    if (!Enter()) return Fail();
    Next();
    const Node* exponent = Exponent();
    --depth_;
    if (exponent == nullptr) return Fail();
    return arena_->Binary(Kind::kPow, base, exponent);
  }
  if (Is('!')) {
    Next();
    return arena_->Call("factorial", {base});
  }
  return base;
}

const Node* Parser::Postfix(const Node* base) {
  for (int run = 0;; ++run) {
    if (run > kMaxRun || !budget_->Charge(2)) return Fail();
    if (Is('^')) {
      if (IsCommand("circ", 1) || (Is('{', 1) && IsCommand("circ", 2) && Is('}', 3))) {
        const bool braced = Is('{', 1);
        for (int i = 0; i < (braced ? 4 : 2); ++i) Next();
        base = Degrees(base);
        continue;
      }
      if (Is('\'', 1) || (Is('{', 1) && Is('\'', 2))) {  // ^{\prime}
        const bool braced = Is('{', 1);
        Next();
        if (braced) Next();
        size_t primes = 0;
        while (Is('\'')) Next(), ++primes;
        if (braced && Is('}')) Next();
        if (base->kind != Kind::kSymbol) continue;
        base = arena_->Symbol(base->name + std::string(primes, '\''));
        continue;
      }
      const size_t braced_mark = Is('{', 1) ? 2 : 1;
      if ((braced_mark == 1 || Is('}', 3)) && base->kind == Kind::kNumber) {
        const Token& mark = Peek(braced_mark);
        const bool ordinal = mark.type == Tok::kWord && (mark.text == "st" || mark.text == "nd" ||
                                                         mark.text == "rd" || mark.text == "th");
        const bool degree = mark.type == Tok::kSymbol && mark.text == "o";
        if (ordinal || degree) {  // 17^{\text{th}}, 90^{\text{o}}
          for (size_t i = 0; i < (braced_mark == 1 ? 2 : 4); ++i) Next();
          if (degree) base = Degrees(base);
          continue;
        }
      }
      if (base->kind == Kind::kNumber && Is('{', 1) && Is('}', 4)) {  // 17^{th}
        const std::string letters = Peek(2).text + Peek(3).text;
        if (letters == "th" || letters == "st" || letters == "nd" || letters == "rd") {
          for (int i = 0; i < 5; ++i) Next();
          continue;
        }
      }
      Next();
      if (Is('*') || Is('+')) {  // x^*, 0^+
        const char mark = Next().text[0];
        base = arena_->Symbol(Render(base) + "^" + mark);
        continue;
      }
      const Node* exponent = Exponent();
      if (exponent == nullptr) return Fail();
      base = arena_->Binary(Kind::kPow, base, exponent);
    } else if (Is('_')) {
      Next();
      if (base->kind == Kind::kNumber) {
        const Node* subscript = Argument(false);
        if (subscript == nullptr) return Fail();
        base = BaseNumber(base, subscript);
        if (base == nullptr) return Fail();
      } else if (base->kind == Kind::kSymbol || base->kind == Kind::kConstant) {
        base = arena_->Symbol(base->name + "_" + ScriptText());
        if (failed_) return nullptr;
        if (Is('(') && std::string_view("fghFGH").find(base->name[0]) != std::string_view::npos) {
          Sequence args;
          Next();
          if (!ParseSequence(Inside::kBracket, &args) || !Is(')')) return Fail();
          Next();
          base = arena_->Call(base->name, std::move(args.items));
        }
      } else {
        base = arena_->Call("subscript_" + ScriptText(), {base});
        if (failed_) return nullptr;
      }
    } else if (Is('!')) {
      Next();
      if (Is('!')) {
        Next();
        base = arena_->Call("double_factorial", {base});
      } else {
        base = arena_->Call("factorial", {base});
      }
    } else if (Is('%')) {
      Next();
      base = arena_->Unary(Kind::kPercent, base);
    } else if (IsCommand("circ") && IsMapName(base) && Peek(1).type == Tok::kSymbol) {
      Next();  // g \circ f is not f \circ g
      const Node* inner = Factor();
      if (inner == nullptr) return Fail();
      base = arena_->Call("compose", {base, inner});
    } else if (IsCommand("circ")) {
      Next();
      base = Degrees(base);
    } else if (Is('\'') && base->kind == Kind::kSymbol) {
      Next();
      base = arena_->Symbol(base->name + "'");
    } else if (base->kind == Kind::kDegree && Peek().type == Tok::kNumber &&
               (Is('\'', 1) || Is('^', 1))) {
      // 63 degrees 45 minutes
      const Node* minutes = Number();
      if (Is('^')) Next();
      if (Is('{')) Next();
      while (Is('\'')) Next();
      if (Is('}')) Next();
      if (minutes == nullptr) return Fail();
      const Node* part = arena_->Binary(Kind::kDiv, minutes, arena_->Integer(60));
      base = arena_->Unary(Kind::kDegree, arena_->Many(Kind::kAdd, {base->kids[0], part}));
    } else {
      return base;
    }
  }
}

}  // namespace assay::math
