#include "langs/entries/jvm/main_class.h"

#include "langs/source/source_tokens.h"

namespace assay {
namespace {

// What both languages have in common: the tokens, how deep in braces they are, and the package.
class Scanner {
 public:
  explicit Scanner(std::string_view code) : tokens_(code) {}

  // The next one that belongs to no package clause; empty at the end.
  std::string_view Next() {
    previous_ = token_;
    token_ = tokens_.Next();
    if (depth_ == 0 && token_ == "package" && package_.empty()) TakePackage();
    if (token_ == "{") ++depth_;
    if (token_ == "}" && depth_ > 0) --depth_;
    return token_;
  }
  std::string_view previous() const { return previous_; }
  int depth() const { return depth_; }
  std::string InPackage(std::string_view name) const {
    return package_.empty() ? std::string(name) : package_ + "." + std::string(name);
  }

 private:
  // "package a.b", which ends before what isn't a dot; the token behind it is the next one.
  void TakePackage() {
    std::string_view name = tokens_.Next();
    if (name == "object") {  // Scala's package object
      token_ = name;
      return;
    }
    for (;;) {
      package_ += name;
      const std::string_view behind = tokens_.Next();
      if (behind != ".") {
        token_ = behind;
        return;
      }
      package_ += ".";
      name = tokens_.Next();
    }
  }

  SourceTokens tokens_;
  std::string_view token_;
  std::string_view previous_;
  std::string package_;
  int depth_ = 0;
};

// The name that the file gives its class; a string, which the tokenizer skips.
std::string_view NameInFile(std::string_view code) {
  constexpr std::string_view kBefore = "@file:JvmName(\"";
  const size_t at = code.find(kBefore);
  if (at == code.npos) return "MainKt";
  const size_t begin = at + kBefore.size();
  const size_t end = code.find('"', begin);
  return end == code.npos ? "MainKt" : code.substr(begin, end - begin);
}

}  // namespace

std::string KotlinMainClass(std::string_view code) {
  Scanner scanner(code);
  std::string_view type;       // the top-level type we are in
  bool is_static = false;      // "@JvmStatic" seen before the current member
  std::string_view static_in;  // the type with a static main
  for (std::string_view token = scanner.Next(); !token.empty(); token = scanner.Next()) {
    if (token == "main" && scanner.previous() == "fun") {
      if (scanner.depth() == 0) return scanner.InPackage(NameInFile(code));
      if (is_static && static_in.empty()) static_in = type;
    } else if (token == "JvmStatic") {
      is_static = true;
    } else if (token == "}") {
      is_static = false;
    } else if (scanner.depth() == 0 &&
               (scanner.previous() == "object" || scanner.previous() == "class")) {
      type = token;
    }
  }
  return scanner.InPackage(static_in.empty() ? NameInFile(code) : static_in);
}

std::string ScalaMainClass(std::string_view code) {
  Scanner scanner(code);
  std::string_view object;  // the top-level object we are in; empty in another type
  std::string_view first;
  std::string_view with_main;
  for (std::string_view token = scanner.Next(); !token.empty(); token = scanner.Next()) {
    const bool has_main = scanner.depth() == 1 && token == "main" && scanner.previous() == "def";
    const bool is_app = scanner.depth() == 0 && token == "App";
    if (has_main || is_app) {
      if (with_main.empty()) with_main = object;
    } else if (scanner.depth() == 0 && scanner.previous() == "object") {
      object = token;
      if (first.empty()) first = token;
    } else if (scanner.depth() == 0 &&
               (scanner.previous() == "class" || scanner.previous() == "trait")) {
      object = {};
    }
  }
  if (!with_main.empty()) return scanner.InPackage(with_main);
  return scanner.InPackage(first.empty() ? "Main" : first);
}

}  // namespace assay
