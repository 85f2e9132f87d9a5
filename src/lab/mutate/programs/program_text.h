// ProgramText: the tokens of a program in Python or C++, found well enough to change one of them.
// Comments, strings and lines of the preprocessor are told apart from code, so that no mutation
// ever touches them. It is no parser: a text that isn't well-formed still has tokens.
//
// Refers to the text, which must outlive it. Immutable; thread-safe; time linear in the text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace assay::mutate {

// C counts as C++: what the operators look at is the same.
enum class Language { kPython, kCpp };

enum class TokenKind {
  kWord,      // names and keywords
  kNumber,    //
  kString,    // with its quotes and prefix; also character literals
  kOperator,  // and brackets, commas, colons, semicolons
  kLineEnd,   // Python: the end of a logical line
};

struct Token {
  TokenKind kind = TokenKind::kOperator;
  size_t begin = 0;
  size_t end = 0;
  int line = 1;   // from 1
  int depth = 0;  // of brackets; that of both brackets of a pair is the one outside
};

class ProgramText {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  ProgramText(Language language, std::string_view text);

  Language language() const { return language_; }
  std::string_view text() const { return text_; }
  size_t size() const { return tokens_.size(); }
  const Token& at(size_t i) const { return tokens_[i]; }
  // Of token `i`; empty beyond the last one.
  std::string_view Of(size_t i) const;
  // What stands from the beginning of token `first` to the end of token `last`.
  std::string_view Span(size_t first, size_t last) const;

  bool Is(size_t i, std::string_view text) const;
  bool IsOneOf(size_t i, std::initializer_list<std::string_view> texts) const;
  bool IsKind(size_t i, TokenKind kind) const { return i < size() && tokens_[i].kind == kind; }
  bool IsName(size_t i) const;  // a word that is no keyword
  bool IsKeyword(size_t i) const;
  // Whether an operand may end with token `i`, so that an operator behind it has two sides.
  bool EndsOperand(size_t i) const;
  // The bracket that closes the one at `open`; kNone: it is never closed.
  size_t Close(size_t open) const;
  // The first token from `from` on, before `end`, that is `text` at the depth; kNone.
  size_t FindAtDepth(size_t from, size_t end, int depth, std::string_view text) const;

 private:
  void Tokenize();
  size_t SkipSpace(size_t at, int* line, bool* line_end);
  size_t EndOfString(size_t at) const;  // of the literal that begins at `at`; `at`: none does
  size_t EndOfNumber(size_t at) const;
  size_t EndOfOperator(size_t at) const;
  void Add(TokenKind kind, size_t begin, size_t end, int line);

  const Language language_;
  const std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<size_t> open_;   // while tokenizing: brackets that aren't closed
  std::vector<size_t> close_;  // of each token; kNone: it opens nothing
};

}  // namespace assay::mutate
