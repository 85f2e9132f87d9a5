// Parser: sums, products, integrals and limits, derivatives, and the symbols that count selections.
#include "math/read/parser.h"

namespace assay::math {
namespace {

// d, \mathrm{d} or \partial.
bool IsDifferentialSign(const Node* node) {
  return node->kind == Kind::kSymbol && (node->name == "d" || node->name == "partial");
}

int SmallInteger(const Node* node) {
  if (!IsInteger(node) || node->name.size() > 3) return -1;
  int value = 0;
  for (char c : node->name) value = value * 10 + (c - '0');
  return value;
}

// The order n of d^n, 1 of d; 0 when it is none.
int Order(const Node* node) {
  if (IsDifferentialSign(node)) return 1;
  if (node->kind != Kind::kPow || !IsDifferentialSign(node->kids[0])) return 0;
  const int order = SmallInteger(node->kids[1]);
  return order >= 2 && order <= 4 ? order : 0;
}

}  // namespace

// "dx" at the end of an integral.
bool Parser::AtDifferential() const {
  return integrals_ > 0 && Peek().type == Tok::kSymbol && Peek().text == "d" &&
         Peek(1).type == Tok::kSymbol;
}

// \sum_{k=1}^{n} body, \int_a^b body: a call with the lower and upper scripts and the body; of an
// integral "\int" also the variable.
const Node* Parser::BigOperator() {
  const std::string name = Next().text;
  const Node* lower = arena_->Symbol("");
  const Node* upper = arena_->Symbol("");
  for (int i = 0; i < 2; ++i) {
    if (Is('_')) {
      Next();
      lower = Argument(false);
    } else if (Is('^')) {
      Next();
      upper = Argument(false);
    }
    if (lower == nullptr || upper == nullptr) return Fail();
  }
  const bool integral = name == "int";
  if (integral) ++integrals_;
  const Node* body = AtDifferential() ? arena_->Integer(int64_t{1}) : Term();
  if (body == nullptr) return Fail();
  if (!integral) return arena_->Call("\\" + name, {lower, upper, body});
  // "3x^2 - 2x dx": the terms up to the differential, if there is one.
  const size_t after_term = pos_;
  std::vector<const Node*> terms = {body};
  while (!AtDifferential() && (Is('+') || Is('-'))) {
    const bool negative = Next().text[0] == '-';
    const Node* term = Term();
    if (term == nullptr) return Fail();
    terms.push_back(negative ? arena_->Unary(Kind::kNeg, term) : term);
  }
  --integrals_;
  const bool closed =
      Peek().type == Tok::kSymbol && Peek().text == "d" && Peek(1).type == Tok::kSymbol;
  if (!closed) {
    pos_ = after_term;
    return arena_->Call("\\int", {lower, upper, body});
  }
  Next();
  const Node* variable = arena_->Symbol(Next().text);
  if (terms.size() > 1) body = arena_->Many(Kind::kAdd, std::move(terms));
  return arena_->Call("\\int", {lower, upper, body, variable});
}

// \frac{dy}{dx} as y', \frac{d^2y}{dt^2} as a name of its own; nullptr when it is a quotient.
const Node* Parser::Derivative(const Node* top, const Node* bottom) {
  const auto parts = [](const Node* node) {
    return node->kind == Kind::kMul ? node->kids : std::vector<const Node*>{node};
  };
  const std::vector<const Node*> over = parts(top);
  const std::vector<const Node*> under = parts(bottom);
  if (under.size() != 2 || over.size() > 2 || !IsDifferentialSign(under[0])) return nullptr;
  const int order = Order(over[0]);
  if (order == 0) return nullptr;
  const Node* variable = under[1];
  if (order > 1) {
    if (variable->kind != Kind::kPow || SmallInteger(variable->kids[1]) != order) return nullptr;
    variable = variable->kids[0];
  }
  if (variable->kind != Kind::kSymbol) return nullptr;
  const std::string primes(static_cast<size_t>(order), '\'');
  if (over.size() == 1) {  // \frac{d}{dx} f(x)
    return arena_->Symbol("d/d" + variable->name + primes);
  }
  const Node* function = over[1];
  if (function->kind != Kind::kSymbol && function->kind != Kind::kCall) return nullptr;
  if (function->kind == Kind::kCall) return arena_->Call(function->name + primes, function->kids);
  const bool usual = variable->name == "x" && over[0]->name != "partial";
  return arena_->Symbol(function->name + primes + (usual ? "" : "_" + variable->name));
}

const Node* Parser::Selections(const Node* n, const Node* k, bool ordered) {
  if (!ordered) return arena_->Call("binom", {n, k});
  const Node* rest = arena_->Many(Kind::kAdd, {n, arena_->Unary(Kind::kNeg, k)});
  return arena_->Binary(Kind::kDiv, arena_->Call("factorial", {n}),
                        arena_->Call("factorial", {rest}));
}

// C_{10}^{3}, C^3_{10} and \mathrm{A}_{10}^{3} with numbers; the letter has just been read.
const Node* Parser::CountingSymbol() {
  const Token& letter = tokens_[pos_ - 1];
  const bool ordered = letter.styled && (letter.text == "A" || letter.text == "P");
  if (letter.text != "C" && !ordered) return nullptr;
  size_t at = 0;
  int numbers[2] = {-1, -1};  // below, above
  for (int i = 0; i < 2; ++i) {
    if (!Is('_', at) && !Is('^', at)) return nullptr;
    const bool above = Is('^', at);
    const bool braced = Is('{', at + 1);
    const Token& number = Peek(at + (braced ? 2 : 1));
    if (number.type != Tok::kNumber || number.scale != 0 || number.text.size() > 3) return nullptr;
    if (braced && !Is('}', at + 3)) return nullptr;
    if (!braced && number.text.size() > 1 && above) return nullptr;
    numbers[above] = std::stoi(number.text);
    at += braced ? 4 : 2;
  }
  // With an upper number that is larger it is a power of a constant.
  if (numbers[0] < 2 || numbers[1] < 0 || numbers[1] > numbers[0]) return nullptr;
  for (size_t i = 0; i < at; ++i) Next();
  return Selections(arena_->Integer(int64_t{numbers[0]}), arena_->Integer(int64_t{numbers[1]}),
                    ordered);
}

}  // namespace assay::math
