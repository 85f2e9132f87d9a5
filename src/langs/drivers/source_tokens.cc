#include "langs/drivers/source_tokens.h"

#include <algorithm>

namespace assay {
namespace {

bool IsIdentifierPart(char c) {
  return IsIdentifierStart(c) || (c >= '0' && c <= '9');
}

}  // namespace

bool IsIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string_view SourceTokens::Next() {
  SkipIgnored();
  if (at_ >= code_.size()) return {};
  const size_t start = at_++;
  if (!IsIdentifierPart(code_[start])) return code_.substr(start, 1);
  const bool is_number = !IsIdentifierStart(code_[start]);
  while (at_ < code_.size() && (IsIdentifierPart(code_[at_]) ||
                                // C++ digit separators: 1'000'000.
                                (is_number && code_[at_] == '\'' && at_ + 1 < code_.size() &&
                                 IsIdentifierPart(code_[at_ + 1])))) {
    ++at_;
  }
  const std::string_view token = code_.substr(start, at_ - start);
  if (At("\"") &&
      (token == "R" || token == "u8R" || token == "LR" || token == "uR" || token == "UR")) {
    SkipRawString();
  }
  return token;
}

void SourceTokens::SkipPast(std::string_view text) {
  const size_t found = code_.find(text, at_);
  at_ = found == std::string_view::npos ? code_.size() : found + text.size();
}

void SourceTokens::SkipQuoted(char quote) {
  for (++at_; at_ < code_.size() && code_[at_] != quote && code_[at_] != '\n'; ++at_) {
    if (code_[at_] == '\\') ++at_;
  }
  at_ = std::min(at_ + 1, code_.size());
}

void SourceTokens::SkipTextBlock() {
  for (at_ += 3; at_ < code_.size() && !At("\"\"\""); ++at_) {
    if (code_[at_] == '\\') ++at_;
  }
  at_ = std::min(at_ + 3, code_.size());
}

void SourceTokens::SkipRawString() {
  const size_t open = code_.find('(', at_);
  if (open == std::string_view::npos) {
    at_ = code_.size();
    return;
  }
  const std::string_view delimiter = code_.substr(at_ + 1, open - at_ - 1);
  at_ = open;
  while (at_ < code_.size()) {
    SkipPast(")");
    if (At(delimiter) && at_ + delimiter.size() < code_.size() &&
        code_[at_ + delimiter.size()] == '"') {
      at_ += delimiter.size() + 1;
      return;
    }
  }
}

void SourceTokens::SkipIgnored() {
  while (at_ < code_.size()) {
    const char c = code_[at_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
      ++at_;
    } else if (At("//")) {
      SkipPast("\n");
    } else if (At("/*")) {
      at_ += 2;
      SkipPast("*/");
    } else if (At("\"\"\"")) {
      SkipTextBlock();
    } else if (c == '"' || c == '\'') {
      SkipQuoted(c);
    } else {
      return;
    }
  }
}

bool DefinesCppClass(std::string_view code, std::string_view name) {
  SourceTokens tokens(code);
  std::string_view before;
  std::string_view previous;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (previous == name && (before == "class" || before == "struct") &&
        (token == "{" || token == ":" || token == "final")) {
      return true;
    }
    before = previous;
    previous = token;
  }
  return false;
}

}  // namespace assay
