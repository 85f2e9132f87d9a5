// The parser of answers: tokens to a syntax tree, by precedence climbing. Tolerant of malformed
// input (missing braces, \frac12, mixed numbers, both LaTeX and plain text); what it cannot read as
// a whole it refuses, so that no number is ever taken from inside a formula that failed.
// Depth, size and work are bounded. Not thread-safe; one per answer.
#pragma once

#include <string>
#include <vector>

#include "math/lexicon/flint_types.h"
#include "math/read/ast.h"
#include "math/read/budget.h"
#include "math/read/lexer.h"

namespace assay::math {

// \hat, \tilde, \dot and \ddot: each makes another name of what it stands over.
bool IsAccent(std::string_view command);
// \angle, \triangle and \square: what the letters behind them name.
bool IsFigure(std::string_view command);

class Parser {
 public:
  Parser(std::vector<Token> tokens, Arena* arena, Budget* budget)
      : tokens_(std::move(tokens)), arena_(arena), budget_(budget) {}

  // The whole answer, or nullptr.
  const Node* Parse();

 private:
  struct Sequence {
    std::vector<const Node*> items;
    std::vector<char> separators;  // after each item but the last: ',' ';' 'a' (and) 'o' (or)
  };
  enum class Inside { kTop, kBracket, kSet, kGroup };

  // parser.cc
  bool ParseSequence(Inside inside, Sequence* sequence);
  const Node* MakeList(Sequence sequence);
  const Node* Relation();
  const Node* Modulus();
  const Node* SetExpression();
  const Node* Additive();
  const Node* Term();
  const Node* Unary();
  const Node* Factor();
  const Node* Postfix(const Node* base);
  const Node* Exponent();
  const Node* FoldPowerOfTen(const Node* left);

  // parser_primary.cc
  const Node* Primary();
  const Node* CommandPrimary();
  const Node* Number();
  const Node* SimpleNumber();
  const Node* Mixed(const Node* whole);
  const Node* Repeating();
  const Node* SymbolPrimary();
  const Node* Application(std::string name, char close);
  bool IsNamedPoint() const;
  std::string InverseOrPrimes();
  const Node* Function();
  const Node* FunctionCall(const std::string& name, std::vector<const Node*> args,
                           const Node* subscript, const Node* exponent);
  const Node* Arrow();
  const Node* FractionWord(int64_t count);
  const Node* FunctionArgument();
  const Node* Brackets();
  const Node* Braces();
  const Node* SetBraces();
  const Node* AbsoluteValue();
  const Node* Matrix();
  const Node* Argument(bool one_digit);
  const Node* BaseNumber(const Node* digits, const Node* base);
  std::string ScriptText();

  // parser_tail.cc
  void ReadLead();
  bool AtConditionWord(size_t ahead = 0) const;
  bool WordConditions(const Node* value);
  bool BracketedConditions();
  void TakeConditions(Sequence* sequence);
  const Node* WithConditions(const Node* value);
  const Node* CompoundUnit(const Node* first);

  // parser_calculus.cc
  const Node* BigOperator();
  bool AtDifferential() const;
  const Node* Derivative(const Node* top, const Node* bottom);
  const Node* CountingSymbol();
  const Node* Selections(const Node* n, const Node* k, bool ordered);

  // parser_units.cc
  const Node* UnitTail(const Node* value);
  const Node* Degrees(const Node* value);
  bool AtUnitTail(const Node* value) const;
  bool IsUnitLetter(const Token& token) const;

  const Token& Peek(size_t ahead = 0) const {
    const size_t at = pos_ + ahead;
    return at < tokens_.size() ? tokens_[at] : tokens_.back();
  }
  const Token& Next() {
    const Token& token = Peek();
    if (pos_ + 1 < tokens_.size()) ++pos_;
    return token;
  }
  bool Is(char punct, size_t ahead = 0) const {
    const Token& token = Peek(ahead);
    return token.type == Tok::kPunct && token.text.size() == 1 && token.text[0] == punct;
  }
  bool IsCommand(std::string_view name, size_t ahead = 0) const {
    const Token& token = Peek(ahead);
    return token.type == Tok::kCommand && token.text == name;
  }
  bool IsWord(std::string_view word) const;
  bool StartsPrimary() const;
  bool Enter() { return ++depth_ <= kMaxDepth && budget_->Charge(6); }
  const Node* Fail() {
    failed_ = true;
    return nullptr;
  }

  static constexpr int kMaxDepth = 150;
  // Depth of a term that no bracket encloses.
  static constexpr int kTopDepth = 3;
  // Operators in a row that nest to the left: quotients, postfixes, plus-minus signs.
  static constexpr int kMaxRun = 30;

  std::vector<Token> tokens_;
  Arena* arena_;
  Budget* budget_;
  size_t pos_ = 0;
  int depth_ = 0;
  int bars_ = 0;           // absolute values that are open
  int sets_ = 0;           // innermost set braces: there | and : begin a condition
  bool reversed_ = false;  // inside ]a, b[: there [ closes
  bool failed_ = false;
  int integrals_ = 0;  // bodies of integrals that are open: there "dx" ends
  std::vector<const Node*> conditions_;
};

}  // namespace assay::math
