// Parser: numbers, symbols, functions, brackets and the other operands.
#include <algorithm>

#include "base/text.h"
#include "math/lexicon/words.h"
#include "math/read/parser.h"

namespace assay::math {
namespace {

bool IsTrigonometric(std::string_view name) {
  static constexpr std::string_view kNames[] = {"sin",  "cos",  "tan",  "cot",  "sec",  "csc",
                                                "sinh", "cosh", "tanh", "coth", "sech", "csch"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool TakesList(std::string_view name) {
  return name == "gcd" || name == "lcm" || name == "max" || name == "min";
}

// The value of a digit in a base up to 36, or 99.
int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return 99;
}

}  // namespace

bool IsAccent(std::string_view command) {
  return command == "hat" || command == "tilde" || command == "dot" || command == "ddot";
}

bool IsFigure(std::string_view command) {
  return command == "angle" || command == "triangle" || command == "square";
}

const Node* Parser::Primary() {
  if (failed_) return nullptr;
  const Token& token = Peek();
  switch (token.type) {
    case Tok::kNumber: return Number();
    case Tok::kRepeating: return Repeating();
    case Tok::kSymbol: return SymbolPrimary();
    case Tok::kInfinity: Next(); return arena_->Constant("oo");
    case Tok::kFunction: return Function();
    case Tok::kCommand: return CommandPrimary();
    case Tok::kSetOpen: return SetBraces();
    case Tok::kBegin: return Matrix();
    case Tok::kCurrency: {
      const std::string unit = Next().text;
      if (Is('-')) {
        Next();
        const Node* amount = Primary();
        if (amount == nullptr) return Fail();
        Node* node = arena_->New(Kind::kUnit);
        node->kids = {arena_->Unary(Kind::kNeg, amount)};
        node->name = unit;
        return node;
      }
      const Node* amount = Primary();
      if (amount == nullptr) return Fail();
      Node* node = arena_->New(Kind::kUnit);
      node->kids = {amount};
      node->name = unit;
      return node;
    }
    case Tok::kPunct:
      if (token.text == "||") return AbsoluteValue();
      switch (token.text[0]) {
        case '(':
        case '[':
        case ']': return Brackets();
        case '{': return Braces();
        case '|': return AbsoluteValue();
        default: return Fail();
      }
    case Tok::kWord: {
      int64_t value = SmallNumber(token.text);
      if (value < 0) return Fail();
      Next();
      if (const Node* parts = FractionWord(value)) return parts;  // two thirds
      if (value < 20 || value % 10 != 0) return arena_->Integer(value);
      const size_t hyphen = Is('-') ? 1 : 0;  // twenty-one
      const int64_t ones = Peek(hyphen).type == Tok::kWord ? SmallNumber(Peek(hyphen).text) : -1;
      if (ones < 1 || ones > 9) return arena_->Integer(value);
      for (size_t i = 0; i <= hyphen; ++i) Next();
      return arena_->Integer(value + ones);
    }
    default: return Fail();
  }
}

const Node* Parser::SimpleNumber() {
  const Token& token = Next();
  Node* node = arena_->New(Kind::kNumber);
  const size_t first = std::min(token.text.find_first_not_of('0'), token.text.size() - 1);
  node->name = token.text.substr(first);
  node->scale = token.scale;
  node->decimal = token.decimal;
  return node;
}

const Node* Parser::Number() {
  const bool leading_zero = Peek().text.size() > 1 && Peek().text[0] == '0';
  const Node* number = SimpleNumber();
  if (number->scale == 0 && !number->decimal && !leading_zero) {
    if (const Node* mixed = Mixed(number)) return mixed;
  }
  return number;
}

// 2\frac{3}{4} and 2 3/4: an integer followed by a proper fraction of integers.
const Node* Parser::Mixed(const Node* whole) {
  size_t at = 0;
  const auto integer = [&](std::string* digits) {
    const bool braced = Is('{', at);
    if (braced) ++at;
    if (Peek(at).type != Tok::kNumber || Peek(at).scale != 0 || Peek(at).decimal) return false;
    *digits = Peek(at).text;
    ++at;
    if (braced) {
      if (!Is('}', at)) return false;
      ++at;
    }
    return true;
  };
  std::string top;
  std::string bottom;
  if (IsCommand("frac")) {
    at = 1;
    if (!integer(&top)) return nullptr;
    if (!Is('{', at) && at == 2 && top.size() == 2) {  // \frac12
      bottom = top.substr(1);
      top = top.substr(0, 1);
    } else if (!integer(&bottom)) {
      return nullptr;
    }
  } else if (Peek().type == Tok::kNumber && Peek().space_before && Is('/', 1) &&
             Peek(2).type == Tok::kNumber) {
    at = 3;
    if (Peek().scale != 0 || Peek(2).scale != 0 || Peek().decimal || Peek(2).decimal)
      return nullptr;
    top = Peek().text;
    bottom = Peek(2).text;
  } else {
    return nullptr;
  }
  const bool proper = top.size() < bottom.size() || (top.size() == bottom.size() && top < bottom);
  if (!proper || top[0] == '0' || Is('^', at) || Is('!', at) || Is('_', at)) return nullptr;
  for (size_t i = 0; i < at; ++i) Next();
  const Node* fraction = arena_->Binary(Kind::kDiv, arena_->Integer(top), arena_->Integer(bottom));
  return arena_->Many(Kind::kAdd, {whole, fraction});
}

// With r repeating digits at the end and s digits after the point, the value is
// (all digits - digits without the repeating ones) / (10^s - 10^(s-r)).
const Node* Parser::Repeating() {
  const Token& token = Next();
  const auto repeat = static_cast<size_t>(token.repeat);
  if (token.text.size() > 400 || token.scale < token.repeat) return Fail();
  std::string fixed = token.text.substr(0, token.text.size() - repeat);
  if (fixed.empty()) fixed = "0";
  const std::string denominator =
      std::string(repeat, '9') + std::string(static_cast<size_t>(token.scale) - repeat, '0');
  const Node* difference = arena_->Many(
      Kind::kAdd, {arena_->Integer(token.text), arena_->Unary(Kind::kNeg, arena_->Integer(fixed))});
  return arena_->Binary(Kind::kDiv, difference, arena_->Integer(denominator));
}

const Node* Parser::BaseNumber(const Node* digits, const Node* base) {
  if (!IsInteger(digits) || !IsInteger(base) || base->name.size() > 2 ||
      digits->name.size() > 2000) {
    return nullptr;
  }
  const int radix = std::stoi(base->name);
  if (radix < 2 || radix > 36) return nullptr;
  Fmpz value;
  for (char c : digits->name) {
    const int digit = DigitValue(c);
    if (digit >= radix) return nullptr;
    fmpz_mul_si(value, value, radix);
    fmpz_add_si(value, value, digit);
  }
  char* text = fmpz_get_str(nullptr, 10, value);
  std::string decimal(text);
  flint_free(text);
  return arena_->Integer(std::move(decimal));
}

// The subscript as text: "{n+1}" or one token.
std::string Parser::ScriptText() {
  std::string text;
  if (!Is('{')) return Next().text;
  int depth = 0;
  do {
    if (Peek().type == Tok::kEnd) {
      failed_ = true;
      return text;
    }
    if (Is('{')) ++depth;
    if (Is('}')) --depth;
    const Token& token = Next();
    if (token.type == Tok::kPunct && (token.text[0] == '{' || token.text[0] == '}')) continue;
    text += token.text;
  } while (depth > 0 && budget_->Charge(1));
  return text;
}

const Node* Parser::SymbolPrimary() {
  const size_t start = pos_;
  const Token& token = Next();
  const std::string& name = token.text;
  if (name == "pi") return arena_->Constant("pi");
  if (name == "e" || name == "i") {
    if (!Is('_') && !Is('\'')) return arena_->Constant(name);
    return arena_->Symbol(name);
  }
  std::string full = name;
  while (Is('\'')) {
    Next();
    full += '\'';
  }
  if (const Node* count = CountingSymbol()) return count;
  if (failed_) return nullptr;
  if (std::string_view("fghFGH").find(name[0]) != std::string_view::npos && name.size() == 1) {
    full += InverseOrPrimes();
  }
  if (!Is('(') || Peek().space_before) return arena_->Symbol(std::move(full));
  const bool usual = std::string_view("fghFGHPQ").find(name[0]) != std::string_view::npos;
  bool applied = name.size() == 1 && (usual || full.size() > name.size());
  if (!applied && start == 0) {  // y(x) = …
    size_t depth = 0;
    size_t at = 0;
    do {
      if (Is('(', at)) ++depth;
      if (Is(')', at)) --depth;
      ++at;
    } while (depth > 0 && Peek(at).type != Tok::kEnd && at < 40);
    applied = Peek(at).type == Tok::kRelation && Peek(at).text[0] == kOpEqual;
  }
  if (!applied && !IsNamedPoint()) return arena_->Symbol(std::move(full));
  return Application(std::move(full), ')');
}

// What stands behind the name of a function; "P(A \mid B)" is another one than P(A).
const Node* Parser::Application(std::string name, char close) {
  Next();
  Sequence args;
  const int sets = sets_;
  const bool conditional = name == "P" || name == "Pr" || name == "E" || name == "p";
  if (conditional) sets_ = 1;
  if (!ParseSequence(Inside::kBracket, &args)) return Fail();
  if (conditional && Is('|')) {
    Next();
    Sequence given;
    if (!ParseSequence(Inside::kBracket, &given)) return Fail();
    name += '|' + std::to_string(args.items.size());
    args.items.insert(args.items.end(), given.items.begin(), given.items.end());
  }
  sets_ = sets;
  if (!Is(close)) return Fail();
  Next();
  return arena_->Call(std::move(name), std::move(args.items));
}

// "A(2, 3)": a capital letter before coordinates.
bool Parser::IsNamedPoint() const {
  const std::string& name = tokens_[pos_ - 1].text;
  if (name.size() != 1 || name[0] < 'A' || name[0] > 'Z') return false;
  int depth = 0;
  bool comma = false;
  for (size_t at = 0; at < 60; ++at) {
    if (Peek(at).type == Tok::kEnd) return false;
    if (Is('(', at) || Is('{', at)) ++depth;
    if (Is(',', at) && depth == 1) comma = true;
    if ((Is(')', at) || Is('}', at)) && --depth == 0) return comma;
  }
  return false;
}

// The rest of f^{-1} and f^{\prime} before a bracket: "^-1", "\'"; empty when it is a power.
std::string Parser::InverseOrPrimes() {
  if (!Is('^')) return "";
  size_t at = 1;
  const bool braced = Is('{', at);
  if (braced) ++at;
  std::string suffix;
  if (Is('-', at) && Peek(at + 1).type == Tok::kNumber && Peek(at + 1).text == "1") {
    suffix = "^-1";
    at += 2;
  } else {
    while (Is('\'', at)) {
      suffix += '\'';
      ++at;
    }
  }
  if (suffix.empty() || (braced && !Is('}', at))) return "";
  if (braced) ++at;
  if (!Is('(', at)) return "";
  for (size_t i = 0; i < at; ++i) Next();
  return suffix;
}

const Node* Parser::Argument(bool one_digit) {
  if (Is('{')) return Braces();
  if (Peek().type == Tok::kNumber) {
    if (!one_digit || Peek().text.size() == 1 || Peek().scale != 0) return SimpleNumber();
    Token& token = tokens_[pos_];
    const Node* digit = arena_->Integer(token.text.substr(0, 1));
    token.text.erase(0, 1);
    token.space_before = false;
    return digit;
  }
  if (Is('-')) {
    Next();
    const Node* value = Argument(one_digit);
    return value == nullptr ? Fail() : arena_->Unary(Kind::kNeg, value);
  }
  if (!Enter()) return Fail();
  const Node* value = Primary();
  --depth_;
  return value;
}

const Node* Parser::CommandPrimary() {
  const std::string name = Next().text;
  if (name == "frac") {
    const Node* top = Argument(true);
    if (top == nullptr) return Fail();
    const Node* bottom = Argument(true);
    if (bottom == nullptr) return Fail();
    if (const Node* derivative = Derivative(top, bottom)) return derivative;
    return arena_->Binary(Kind::kDiv, top, bottom);
  }
  if (name == "binom") {
    const Node* n = Argument(true);
    const Node* k = n == nullptr ? nullptr : Argument(true);
    if (k == nullptr) return Fail();
    return arena_->Call("binom", {n, k});
  }
  if (name == "sqrt" || name == "cbrt") {
    const Node* index = arena_->Integer(name == "sqrt" ? 2 : 3);
    if (name == "sqrt" && Is('[')) {
      Next();
      index = Additive();
      if (index == nullptr || !Is(']')) return Fail();
      Next();
    }
    const Node* radicand = Argument(false);
    if (radicand == nullptr) return Fail();
    return arena_->Binary(Kind::kRoot, index, radicand);
  }
  if (name == "lfloor" || name == "lceil") {
    const Node* inner = Additive();
    if (inner == nullptr || !(IsCommand("rfloor") || IsCommand("rceil"))) return Fail();
    Next();
    return arena_->Call(name == "lfloor" ? "floor" : "ceil", {inner});
  }
  if (name == "langle") {
    Sequence items;
    if (!ParseSequence(Inside::kBracket, &items) || !IsCommand("rangle")) return Fail();
    Next();
    Node* bracket = arena_->New(Kind::kBracket);
    bracket->kids = std::move(items.items);
    bracket->open = '<';
    bracket->close = '>';
    return bracket;
  }
  if (name.substr(0, 2) == "bb") {
    Node* set = arena_->New(Kind::kNumberSet);
    set->name = name.substr(2);
    while (Is('^') || Is('_')) {  // \mathbb{R}^{+}
      Next();
      set->name += "^" + ScriptText();
      if (failed_) return nullptr;
    }
    if ((set->name == "E" || set->name == "P") && (Is('(') || Is('['))) {
      return Application(set->name, Is('(') ? ')' : ']');
    }
    return set;
  }
  if (name == "emptyset") return arena_->New(Kind::kEmptySet);
  if (IsFigure(name)) {
    std::string text = name + " ";
    while (Peek().type == Tok::kSymbol || Peek().type == Tok::kNumber) text += Next().text;
    return arena_->Symbol(std::move(text));
  }
  if (name == "overline" || name == "vec" || IsAccent(name)) {
    bool complex = false;
    for (size_t at = 1; !Is('}', at) && Peek(at).type != Tok::kEnd && at < 12; ++at) {
      complex = complex || (Peek(at).type == Tok::kSymbol && Peek(at).text == "i");
    }
    if (name == "overline" && Is('{') && Peek(1).type == Tok::kNumber && !Is('}', 2) && !complex) {
      return Fail();
    }
    if (name == "vec") {
      if (const Node* arrow = Arrow()) return arrow;
    }
    const Node* inner = Argument(false);
    if (inner == nullptr) return Fail();
    if (name == "overline" && complex) return arena_->Call("conj", {inner});
    const bool over_letter = inner->kind == Kind::kSymbol || inner->kind == Kind::kConstant;
    if (over_letter && (name == "hat" || name == "vec") &&
        (inner->name == "i" || inner->name == "j" || inner->name == "k")) {
      return arena_->Symbol(std::string(kBold) + inner->name);
    }
    if (over_letter && inner->name.compare(0, kBold.size(), kBold) == 0) return inner;
    // \overline{z} is the conjugate of a variable as well as its mean; both compare as opaque.
    return arena_->Call(name, {inner});
  }
  if (name == "overset") {
    const Node* over = Argument(false);
    const Node* base = over == nullptr ? nullptr : Argument(false);
    if (base == nullptr) return Fail();
    return arena_->Call("overset", {over, base});
  }
  if (name == "sum" || name == "prod" || name == "int" || name == "lim" || name == "bigcup" ||
      name == "bigcap") {
    --pos_;
    return BigOperator();
  }
  if (name == "dots") return arena_->Symbol("\\dots");
  return Fail();
}

// "two thirds", "one-half": the rest behind `count`, or null.
const Node* Parser::FractionWord(int64_t count) {
  static constexpr std::pair<std::string_view, int> kParts[] = {
      {"half", 2},    {"halves", 2}, {"third", 3},    {"thirds", 3}, {"fourth", 4},
      {"fourths", 4}, {"fifth", 5},  {"quarters", 4}, {"fifths", 5}, {"sixth", 6},
      {"sixths", 6},  {"eighth", 8}, {"eighths", 8},  {"tenth", 10}, {"tenths", 10}};
  const size_t hyphen = Is('-') ? 1 : 0;
  if (Peek(hyphen).type != Tok::kWord) return nullptr;
  const std::string lower = AsciiLower(Peek(hyphen).text);
  for (const auto& [name, parts] : kParts) {
    const Token& next = Peek(hyphen + 1);
    // "two fifth-graders", "one third grade student"
    const bool attribute =
        next.type == Tok::kPunct ? next.text == "-" : next.type == Tok::kWord && next.text != "of";
    if (lower != name || attribute) continue;
    for (size_t i = 0; i <= hyphen; ++i) Next();
    return arena_->Binary(Kind::kDiv, arena_->Integer(count), arena_->Integer(int64_t{parts}));
  }
  return nullptr;
}

// \overrightarrow{AB}: from A to B, which \overrightarrow{BA} is the opposite of.
const Node* Parser::Arrow() {
  const auto point = [&](size_t at) {
    const Token& token = Peek(at);
    return token.type == Tok::kSymbol && token.text.size() == 1 && token.text[0] >= 'A' &&
           token.text[0] <= 'Z';
  };
  if (!Is('{') || !point(1) || !point(2) || !Is('}', 3)) return nullptr;
  std::string from = Peek(1).text;
  std::string to = Peek(2).text;
  for (int i = 0; i < 4; ++i) Next();
  const bool opposite = to < from;
  if (opposite) std::swap(from, to);
  const Node* arrow = arena_->Call("vec", {arena_->Symbol(from + to)});
  return opposite ? arena_->Unary(Kind::kNeg, arrow) : arrow;
}

const Node* Parser::FunctionArgument() {
  // An implicit product up to the next function: \sin 2x \cos y
  if (Is('-')) {
    Next();
    const Node* inner = FunctionArgument();
    return inner == nullptr ? Fail() : arena_->Unary(Kind::kNeg, inner);
  }
  if (Peek().type == Tok::kFunction) return Function();
  const Node* left = Factor();
  if (left == nullptr) return Fail();
  int run = 0;
  while (StartsPrimary() && !AtDifferential() && ++run <= kMaxRun &&
         Peek().type != Tok::kFunction && !Is('(') && !Is('[') && !Is('|')) {
    if (Peek().type == Tok::kNumber && tokens_[pos_ - 1].type == Tok::kNumber) return Fail();
    const Node* right = Factor();
    if (right == nullptr) return Fail();
    left = arena_->Binary(Kind::kMul, left, right);
  }
  if (Is('/') && (Peek(1).type == Tok::kNumber)) {
    Next();
    const Node* right = Factor();
    if (right == nullptr) return Fail();
    left = arena_->Binary(Kind::kDiv, left, right);
  }
  return left;
}

const Node* Parser::Function() {
  if (!Enter()) return Fail();
  const std::string name = Next().text;
  const Node* subscript = nullptr;
  const Node* exponent = nullptr;
  for (int i = 0; i < 2; ++i) {
    if (Is('_') && subscript == nullptr) {
      Next();
      subscript = TakesList(name) ? arena_->Symbol(ScriptText()) : Argument(false);
      if (subscript == nullptr) return Fail();
    } else if (Is('^') && exponent == nullptr) {
      Next();
      exponent = Exponent();
      if (exponent == nullptr) return Fail();
    }
  }
  std::vector<const Node*> args;
  if (name == "Pr" && subscript == nullptr && Is('(')) {
    --depth_;
    return Application("Pr", ')');
  }
  if (Is('(') || Is('{') || Is('[') || Peek().type == Tok::kSetOpen) {
    const Token open = Next();
    const char close = open.type == Tok::kSetOpen ? 0
                       : open.text[0] == '('      ? ')'
                       : open.text[0] == '['      ? ']'
                                                  : '}';
    Sequence items;
    if (!ParseSequence(Inside::kBracket, &items)) return Fail();
    if (close == 0 ? Peek().type != Tok::kSetClose : !Is(close)) return Fail();
    Next();
    args = std::move(items.items);
  } else {
    const Node* argument = FunctionArgument();
    if (argument == nullptr) return Fail();
    args = {argument};
  }
  --depth_;
  return FunctionCall(name, std::move(args), subscript, exponent);
}

const Node* Parser::FunctionCall(const std::string& name, std::vector<const Node*> args,
                                 const Node* subscript, const Node* exponent) {
  if (args.size() != 1 && !TakesList(name)) {
    if (name == "log" && args.size() == 2 && subscript == nullptr) {  // log(x, base)
      subscript = args[1];
      args.resize(1);
    } else {
      return Fail();
    }
  }
  const Node* call = nullptr;
  if (name == "exp") {
    call = arena_->Binary(Kind::kPow, arena_->Constant("e"), args[0]);
  } else if (name == "cis") {
    const Node* angle = arena_->Binary(Kind::kMul, arena_->Constant("i"), args[0]);
    call = arena_->Binary(Kind::kPow, arena_->Constant("e"), angle);
  } else if ((name == "log" || name == "ln") && subscript != nullptr) {
    call = arena_->Call("log_base", {subscript, args[0]});
  } else if (name == "lg") {
    call = arena_->Call("log_base", {arena_->Integer(10), args[0]});
  } else {
    std::string full = name;
    if (subscript != nullptr) full += "_" + Render(subscript);
    if (exponent != nullptr && IsTrigonometric(name) && exponent->kind == Kind::kNeg &&
        IsInteger(exponent->kids[0]) && exponent->kids[0]->name == "1") {
      full = "arc" + name;
      exponent = nullptr;
    }
    call = arena_->Call(std::move(full), std::move(args));
  }
  if (exponent != nullptr) call = arena_->Binary(Kind::kPow, call, exponent);
  return call;
}

const Node* Parser::AbsoluteValue() {
  if (!Enter()) return Fail();
  const bool norm = Next().text == "||";
  ++bars_;
  const int sets = sets_;
  sets_ = 0;
  const Node* inner = Additive();
  sets_ = sets;
  --bars_;
  --depth_;
  if (inner == nullptr || Peek().type != Tok::kPunct || Peek().text[0] != '|') return Fail();
  Next();
  if (inner->kind == Kind::kMatrix) return arena_->Call("det", {inner});
  if (inner->kind == Kind::kNeg && inner->kids[0]->kind == Kind::kCall) {
    inner = inner->kids[0];  // a vector is as long as its opposite
  }
  return arena_->Call(norm ? "norm" : "abs", {inner});
}

}  // namespace assay::math
