// The lexer at work: one walk over an answer's LaTeX that pushes tokens. Its parts lie in three
// files: lexer.cc has the walk, operators, numbers and units in brackets; lexer_letters.cc runs of
// letters; lexer_commands.cc what a backslash begins. Everybody else includes lexer.h.
//
// Used by one thread, for one text.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "math/read/budget.h"
#include "math/read/token.h"

namespace assay::math {

inline bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
inline bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool IsSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

template <typename... Names>
bool OneOf(std::string_view word, Names... names) {
  return ((word == names) || ...);
}

class Lexer {
 public:
  Lexer(std::string_view text, const LexOptions& options, Budget* budget)
      : text_(text), options_(options), budget_(budget) {}

  LexResult Run();

 private:
  static constexpr char kLessEqual = 'l';
  static constexpr char kGreaterEqual = 'g';

  Token& Emit(Tok type, std::string_view text) {
    Token token;
    token.type = type;
    token.text = text;
    token.space_before = space_;
    token.wide_before = wide_;
    token.styled = styled_;
    space_ = false;
    wide_ = false;
    result_.tokens.push_back(std::move(token));
    return result_.tokens.back();
  }
  void Punct(char c) {
    if (c == '(' || c == '[') ++brackets_;
    if ((c == ')' || c == ']') && brackets_ > 0) --brackets_;
    Emit(Tok::kPunct, std::string_view(&c, 1));
  }
  void Relation(char op) { Emit(Tok::kRelation, std::string_view(&op, 1)); }
  const Token* Last() const { return result_.tokens.empty() ? nullptr : &result_.tokens.back(); }

  // Whether a unit may follow the last token.
  bool AfterValue() const;

  void Range(size_t at, size_t end, bool words, bool styled, int depth);

  // Whether what comes next begins the answer or one side of it.
  bool AtBeginning() const { return Last() == nullptr || Last()->type == Tok::kRelation; }

  // A word of Chinese: "共" before a value says nothing, "五个" is 5 with a unit.
  void ForeignWord(std::string_view word);

  // "18 (cm)" and "18{\\rm cm}": the unit without what encloses it. Moves *at behind it.
  bool UnitGroup(size_t* at, size_t end, int depth);

  // Each takes what begins at `at` and returns the place behind it.
  size_t Operator(size_t at, size_t end);
  size_t Number(size_t at, size_t end);
  size_t Letters(size_t at, size_t end, bool words);

  bool AfterNumber() const;

  // Whether the letters at [at, stop) belong to the formula around them: glued to a digit or a
  // closing bracket, beside an operator, or, for prepositions, at the very end behind a value.
  bool InFormula(size_t at, size_t stop, size_t end) const;

  static bool LooksLikeWord(std::string_view run);

  bool NumberBefore(size_t back) const;
  // After "11:43".
  bool AfterClock() const;
  // After "5 \mu", which a styled letter makes a unit.
  bool AfterMicro() const;
  // 5, .5, .\overline{3}.
  bool BeginsDecimal(size_t at, size_t end) const;
  bool Aligns(size_t at, size_t end) const;
  // Whether \right. stands behind the end of the environment that begins before `at`.
  bool EndsUnbraced(std::string_view environment, size_t at, size_t end) const;
  // "twenty-one": what follows such a hyphen is no product of letters.
  bool AfterWordAndHyphen() const;
  // "5 h 12 min": the h of a duration.
  bool HoursBeforeMinutes(size_t stop, size_t end) const;

  void Letter(char c, size_t at, size_t end, bool words);

  // Words with a meaning of their own, in plain text or behind a backslash.
  bool Named(std::string_view run, const std::string& lower, size_t stop, size_t end);

  // \mathbf{a}: one bold letter is a vector's name, never a unit; i, j and k are the unit vectors.
  // Returns `at` when something else is bold.
  size_t BoldLetter(size_t at, size_t end);

  size_t Command(size_t at, size_t end, int depth);
  // Behind a new row.
  size_t RowSpacing(size_t at, size_t end) const;
  // Commands that are one token each.
  bool Symbolic(std::string_view name);
  // Lexes the group {…} at `at` (after spaces) in a mode; returns its end.
  size_t Group(size_t at, size_t end, bool words, bool styled, int depth);
  // The position of the brace that closes the one at `open`, or `end`.
  size_t MatchBrace(size_t open, size_t end) const;

  const std::string_view text_;
  const LexOptions& options_;
  Budget* const budget_;
  LexResult result_;
  bool space_ = false;
  bool wide_ = false;
  bool styled_ = false;
  bool angle_ = false;      // a vector <…> of plain text is open
  bool in_system_ = false;  // in \left\{\begin{aligned}
  int brackets_ = 0;        // ( [ \{ that are open: there a comma separates
};

}  // namespace assay::math
