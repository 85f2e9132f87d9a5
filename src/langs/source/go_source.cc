#include "langs/source/go_source.h"

#include <utility>

#include "langs/source/source_tokens.h"

namespace assay {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view code) : tokens_(code, SourceSyntax::kGo) {}

  GoSource Scan() {
    while (Advance()) {
      if (braces_ > 0 || parentheses_ > 0) continue;
      if (token_ == "package" && found_.package.empty()) {
        Advance();
        if (IsName(token_)) found_.package = token_;
      } else if (token_ == "import") {
        TakeImports();
      } else if (token_ == "func") {
        TakeFunction();
      } else if (token_ == "type" || token_ == "var" || token_ == "const") {
        TakeNames();
      }
    }
    return std::move(found_);
  }

 private:
  // The brackets counted are those around what comes after the token.
  bool Advance() {
    before_ = std::exchange(previous_, token_);
    token_ = tokens_.NextOrString();
    if (token_ == "{") ++braces_;
    if (token_ == "}" && braces_ > 0) --braces_;
    if (token_ == "(") ++parentheses_;
    if (token_ == ")" && parentheses_ > 0) --parentheses_;
    if (token_ == "." && IsName(previous_) && before_ != ".") found_.qualifies.insert(previous_);
    return !token_.empty();
  }
  static bool IsName(std::string_view token) {
    return !token.empty() && IsIdentifierStart(token.front());
  }
  bool BeginsLine() const {
    if (previous_ == "(" || previous_ == ";") return true;
    const char* const end = previous_.data() + previous_.size();
    return std::string_view(end, static_cast<size_t>(token_.data() - end)).find('\n') !=
           std::string_view::npos;
  }

  void TakeImports() {
    Advance();
    if (token_ != "(") return TakeImport();
    while (Advance() && parentheses_ > 0) TakeImport();
  }
  // "path", name "path", . "path", _ "path"
  void TakeImport() {
    std::string_view name;
    if (IsName(token_) || token_ == ".") {
      name = token_;
      Advance();
    }
    if (token_.size() > 2 && (token_.front() == '"' || token_.front() == '`') && name.empty()) {
      const std::string_view path = token_.substr(1, token_.size() - 2);
      const size_t slash = path.rfind('/');
      name = slash == path.npos ? path : path.substr(slash + 1);
    }
    if (!name.empty()) found_.imported.insert(name);
  }

  // A method's name is none of the file's.
  void TakeFunction() {
    Advance();
    if (!IsName(token_)) return;
    found_.declared.insert(token_);
    if (token_ == "main") found_.main = token_;
  }

  void TakeNames() {
    Advance();
    if (token_ != "(") return TakeList();
    bool listing = false;
    while (Advance() && parentheses_ > 0) {
      if (braces_ > 0 || parentheses_ > 1) continue;
      const bool declares = IsName(token_) && (BeginsLine() || (listing && previous_ == ","));
      if (declares) found_.declared.insert(token_);
      listing = declares || (listing && token_ == ",");
    }
  }
  // Of one declaration: a, b, c
  void TakeList() {
    while (IsName(token_)) {
      found_.declared.insert(token_);
      Advance();
      if (token_ != ",") return;
      Advance();
    }
  }

  SourceTokens tokens_;
  GoSource found_;
  std::string_view token_;
  std::string_view previous_;
  std::string_view before_;
  int braces_ = 0;
  int parentheses_ = 0;
};

}  // namespace

GoSource ScanGo(std::string_view code) {
  return Scanner(code).Scan();
}

}  // namespace assay
