#include "langs/java_source.h"

#include <optional>

namespace assay {
namespace {

bool IsIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsIdentifierPart(char c) {
  return IsIdentifierStart(c) || (c >= '0' && c <= '9');
}

// Yields identifiers, numbers and single punctuation characters.
class Tokenizer {
 public:
  explicit Tokenizer(std::string_view code) : code_(code) {}

  // Empty at the end.
  std::string_view Next() {
    SkipIgnored();
    if (at_ >= code_.size()) return {};
    const size_t start = at_++;
    if (IsIdentifierPart(code_[start])) {
      while (at_ < code_.size() && IsIdentifierPart(code_[at_])) ++at_;
    }
    return code_.substr(start, at_ - start);
  }

 private:
  bool At(std::string_view text) const { return code_.substr(at_, text.size()) == text; }

  void SkipPast(std::string_view text) {
    const size_t found = code_.find(text, at_);
    at_ = found == std::string_view::npos ? code_.size() : found + text.size();
  }

  void SkipQuoted(char quote) {
    for (++at_; at_ < code_.size() && code_[at_] != quote && code_[at_] != '\n'; ++at_) {
      if (code_[at_] == '\\') ++at_;
    }
    if (at_ < code_.size()) ++at_;
    if (at_ > code_.size()) at_ = code_.size();
  }

  void SkipTextBlock() {
    for (at_ += 3; at_ < code_.size() && !At("\"\"\""); ++at_) {
      if (code_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 3, code_.size());
  }

  void SkipIgnored() {
    while (at_ < code_.size()) {
      const char c = code_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
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

  std::string_view code_;
  size_t at_ = 0;
};

bool DeclaresType(std::string_view token) {
  return token == "class" || token == "interface" || token == "enum" || token == "record";
}

}  // namespace

JavaSource ScanJava(std::string_view code) {
  JavaSource source;
  Tokenizer tokens(code);
  int depth = 0;                // of braces
  bool is_public = false;       // `public` seen in the current top-level declaration
  bool is_static = false;       // `static` seen in the current member
  bool in_declaration = false;  // between the keyword of a top-level type and its brace
  std::string type;             // the top-level type we are in
  std::string_view previous;
  for (std::string_view token = tokens.Next(); !token.empty();
       previous = token, token = tokens.Next()) {
    if (token == "{") {
      ++depth;
      in_declaration = false;
      is_public = false;
      is_static = false;
    } else if (token == "}") {
      if (depth > 0) --depth;
      is_public = false;
      is_static = false;
    } else if (token == ";") {
      is_public = false;
      is_static = false;
    } else if (depth == 0 && token == "public") {
      is_public = true;
    } else if (depth == 0 && DeclaresType(previous) && !in_declaration &&
               IsIdentifierStart(token.front())) {
      in_declaration = true;
      type = std::string(token);
      if (source.first_type.empty()) source.first_type = type;
      if (is_public && source.public_type.empty()) source.public_type = type;
      if (type == "Solution") source.has_solution = true;
    } else if (depth == 1 && token == "static") {
      is_static = true;
    } else if (depth == 1 && is_static && previous == "main" && token == "(") {
      if (source.main_type.empty()) source.main_type = type;
    }
  }
  return source;
}

}  // namespace assay
