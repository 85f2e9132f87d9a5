// A tokenizer for source text that understands just enough: it skips comments, strings and
// character literals, and yields identifiers, numbers and single punctuation characters. For
// questions like "does this code define class Solution", where searching the text would be fooled
// by a comment. Not thread-safe; the functions are pure.
//
// Tokens are parts of the code that was given: their place in it is where they stand.
#pragma once

#include <string_view>

namespace assay {

// What the languages write differently: strings and comments.
enum class SourceSyntax {
  kC,           // C++, Java, Kotlin, Scala
  kCsharp,      // also @"…"
  kGo,          // also `…`
  kTypescript,  // as Go; what stands in ${…} of a template is skipped with it, more or less
  kRust,        // lifetimes, r#"…"#, comments within comments; strings may go on over lines
};

class SourceTokens {
 public:
  explicit SourceTokens(std::string_view code, SourceSyntax syntax = SourceSyntax::kC)
      : code_(code), syntax_(syntax) {}
  // Empty at the end.
  std::string_view Next();
  // The same, but a string in double quotes or backquotes is a token, with its quotes.
  std::string_view NextOrString();
  // Bytes of the code that are behind the last token.
  size_t place() const { return at_; }

 private:
  bool At(std::string_view text) const { return code_.substr(at_, text.size()) == text; }
  void SkipPast(std::string_view text);
  void SkipQuoted(char quote);
  void SkipTextBlock();
  void SkipRawString();
  void SkipRustRawString();
  void SkipVerbatim();
  void SkipBackquoted();
  void SkipNestedComment();
  void SkipRustTick();
  // Whether something that is no token began here, which is now behind us.
  bool SkipSpace();
  bool SkipComment();
  bool SkipString();

  std::string_view code_;
  SourceSyntax syntax_;
  size_t at_ = 0;
};

bool IsIdentifierStart(char c);
// Letters, digits (not first), '_', '$' and all beyond ASCII.
bool IsIdentifier(std::string_view text);

// Whether the code defines (not only declares) a class or struct of that name, in C++, C#, Rust or
// TypeScript.
bool DefinesClass(std::string_view code, std::string_view name,
                  SourceSyntax syntax = SourceSyntax::kC);

}  // namespace assay
