#include "langs/source/source_tokens.h"

#include <algorithm>

namespace assay {
namespace {

bool IsIdentifierPart(char c) {
  return IsIdentifierStart(c) || (c >= '0' && c <= '9');
}

// Bytes of the UTF-8 character that begins with this one.
size_t CharacterBytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

}  // namespace

bool IsIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool IsIdentifier(std::string_view text) {
  return !text.empty() && IsIdentifierStart(text.front()) &&
         std::all_of(text.begin(), text.end(), IsIdentifierPart);
}

std::string_view SourceTokens::Next() {
  while (SkipSpace() || SkipComment() || SkipString()) {
  }
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
  if (syntax_ == SourceSyntax::kRust) {
    if (token == "r" || token == "br" || token == "cr") SkipRustRawString();
  } else if (syntax_ == SourceSyntax::kC && At("\"") &&
             (token == "R" || token == "u8R" || token == "LR" || token == "uR" || token == "UR")) {
    SkipRawString();
  }
  return token;
}

std::string_view SourceTokens::NextOrString() {
  while (SkipSpace() || SkipComment()) {
  }
  const size_t start = at_;
  const bool opens = At("\"") || At("`");
  return opens && SkipString() ? code_.substr(start, at_ - start) : Next();
}

void SourceTokens::SkipPast(std::string_view text) {
  const size_t found = code_.find(text, at_);
  at_ = found == std::string_view::npos ? code_.size() : found + text.size();
}

void SourceTokens::SkipQuoted(char quote) {
  const bool ends_with_line = syntax_ != SourceSyntax::kRust;
  for (++at_; at_ < code_.size() && code_[at_] != quote && !(ends_with_line && code_[at_] == '\n');
       ++at_) {
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
  // The language bounds it. Without a bound, one of half the file would be compared everywhere.
  constexpr size_t kLongestDelimiter = 16;
  const size_t length = code_.substr(at_ + 1, kLongestDelimiter + 1).find('(');
  if (length == std::string_view::npos) return;  // a string after all, or an error
  const std::string_view delimiter = code_.substr(at_ + 1, length);
  at_ += 1 + length;
  while (at_ < code_.size()) {
    SkipPast(")");
    if (At(delimiter) && at_ + delimiter.size() < code_.size() &&
        code_[at_ + delimiter.size()] == '"') {
      at_ += delimiter.size() + 1;
      return;
    }
  }
}

// Behind its "r"; where no quote comes, it was a name (r#type).
void SourceTokens::SkipRustRawString() {
  size_t hashes = 0;
  while (at_ + hashes < code_.size() && code_[at_ + hashes] == '#') ++hashes;
  if (at_ + hashes >= code_.size() || code_[at_ + hashes] != '"') return;
  const std::string_view delimiter = code_.substr(at_, hashes);
  for (at_ += hashes + 1; at_ < code_.size();) {
    SkipPast("\"");
    if (!At(delimiter)) continue;
    at_ += hashes;
    return;
  }
}

// @"…", in which a quote is doubled and a backslash means nothing.
void SourceTokens::SkipVerbatim() {
  ++at_;
  do {
    ++at_;
    SkipPast("\"");
  } while (At("\""));
}

void SourceTokens::SkipBackquoted() {
  for (++at_; at_ < code_.size() && code_[at_] != '`'; ++at_) {
    if (code_[at_] == '\\' && syntax_ == SourceSyntax::kTypescript) ++at_;
  }
  at_ = std::min(at_ + 1, code_.size());
}

void SourceTokens::SkipNestedComment() {
  size_t depth = 0;
  while (at_ < code_.size()) {
    if (At("/*")) {
      ++depth;
      at_ += 2;
    } else if (At("*/")) {
      at_ += 2;
      if (--depth == 0) return;
    } else {
      ++at_;
    }
  }
}

// A character literal, else the tick of a lifetime with its name.
void SourceTokens::SkipRustTick() {
  if (at_ + 1 >= code_.size()) {
    at_ = code_.size();
    return;
  }
  if (code_[at_ + 1] == '\\') return SkipQuoted('\'');
  const size_t end = at_ + 1 + CharacterBytes(code_[at_ + 1]);
  if (end < code_.size() && code_[end] == '\'') {
    at_ = end + 1;
    return;
  }
  for (++at_; at_ < code_.size() && IsIdentifierPart(code_[at_]); ++at_) {
  }
}

bool SourceTokens::SkipSpace() {
  const size_t start = at_;
  while (at_ < code_.size() &&
         std::string_view(" \t\r\n\f\v").find(code_[at_]) != std::string_view::npos) {
    ++at_;
  }
  return at_ > start;
}

bool SourceTokens::SkipComment() {
  if (At("//")) {
    SkipPast("\n");
  } else if (At("/*") && syntax_ == SourceSyntax::kRust) {
    SkipNestedComment();
  } else if (At("/*")) {
    at_ += 2;
    SkipPast("*/");
  } else {
    return false;
  }
  return true;
}

bool SourceTokens::SkipString() {
  if (at_ >= code_.size()) return false;
  const bool backquotes = syntax_ == SourceSyntax::kGo || syntax_ == SourceSyntax::kTypescript;
  if (At("\"\"\"") && (syntax_ == SourceSyntax::kC || syntax_ == SourceSyntax::kCsharp)) {
    SkipTextBlock();
  } else if (syntax_ == SourceSyntax::kCsharp && (At("@\"") || At("@$\"") || At("$@\""))) {
    if (!At("@\"")) ++at_;
    SkipVerbatim();
  } else if (syntax_ == SourceSyntax::kRust && At("'")) {
    SkipRustTick();
  } else if (At("\"") || At("'")) {
    SkipQuoted(code_[at_]);
  } else if (backquotes && At("`")) {
    SkipBackquoted();
  } else {
    return false;
  }
  return true;
}

bool DefinesClass(std::string_view code, std::string_view name, SourceSyntax syntax) {
  SourceTokens tokens(code, syntax);
  std::string_view before;
  std::string_view previous;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    const bool declared = previous == name && (before == "class" || before == "struct");
    if (declared && (token == "{" || token == ":" || token == "final")) return true;
    if (declared && syntax != SourceSyntax::kC &&
        (token == "<" || token == "(" || token == "extends" || token == "implements")) {
      return true;
    }
    // A declaration by itself exists in C++ only.
    if (declared && syntax == SourceSyntax::kRust && token == ";") return true;
    before = previous;
    previous = token;
  }
  return false;
}

}  // namespace assay
