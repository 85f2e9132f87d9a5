// A tokenizer for Java and C++ source that understands just enough: it skips comments, strings and
// character literals, and yields identifiers, numbers and single punctuation characters. For
// questions like "does this code define class Solution", where searching the text would be fooled
// by a comment. Not thread-safe; the functions are pure.
#pragma once

#include <string_view>

namespace assay {

class SourceTokens {
 public:
  explicit SourceTokens(std::string_view code) : code_(code) {}
  // Empty at the end.
  std::string_view Next();

 private:
  bool At(std::string_view text) const { return code_.substr(at_, text.size()) == text; }
  void SkipPast(std::string_view text);
  void SkipQuoted(char quote);
  void SkipTextBlock();
  void SkipRawString();
  void SkipIgnored();

  std::string_view code_;
  size_t at_ = 0;
};

bool IsIdentifierStart(char c);

// Whether C++ code defines (not only declares) a class or struct of that name.
bool DefinesCppClass(std::string_view code, std::string_view name);

}  // namespace assay
