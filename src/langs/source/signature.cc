#include "langs/source/signature.h"

#include <algorithm>

namespace assay {
namespace {

constexpr std::string_view kSolution = "Solution";

bool Opens(std::string_view token) {
  return token == "(" || token == "[" || token == "{" || token == "<";
}
bool Closes(std::string_view token) {
  return token == ")" || token == "]" || token == "}" || token == ">";
}

// From the first byte of one token to the last of another.
class Span {
 public:
  void Add(std::string_view token) {
    if (text_.empty()) text_ = token;
    text_ = {text_.data(), static_cast<size_t>(token.data() + token.size() - text_.data())};
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// How far all cursors of one search may look ahead together: a file of nothing but beginnings, none
// of which has an end, would be read to its end from each of them. Headers of declarations are
// looked at once, so no other file comes near it.
class Lookahead {
 public:
  explicit Lookahead(std::string_view code) : bytes_(2 * code.size() + 64) {}
  // Whether so many more may be read.
  bool Spend(size_t bytes) {
    bytes_ -= std::min(bytes, bytes_);
    return bytes_ > 0;
  }
  bool spent() const { return bytes_ == 0; }

 private:
  size_t bytes_;
};

// Tokens of which one can be looked at before it is taken, and how deep in brackets the last one
// taken was. Arrows are no brackets. Where nothing more may be read the text ends.
class Cursor {
 public:
  Cursor(const SourceTokens& tokens, Lookahead* lookahead)
      : tokens_(tokens), lookahead_(lookahead) {
    Advance();
  }

  std::string_view Peek() const { return next_; }
  bool AtArrow() const { return (next_ == "=" || next_ == "-") && Follows(">"); }
  std::string_view Take() {
    const std::string_view token = next_;
    const bool arrow_head = token == ">" && (previous_ == "=" || previous_ == "-") &&
                            previous_.data() + 1 == token.data();
    if (Opens(token)) ++depth_;
    if (Closes(token) && !arrow_head) --depth_;
    previous_ = token;
    Advance();
    return token;
  }
  bool Accept(std::string_view token) {
    if (next_ != token) return false;
    Take();
    return true;
  }
  // Behind the bracket that closes the one which comes next.
  void SkipBracket() {
    const int before = depth_;
    do {
      Take();
    } while (depth_ > before && !next_.empty());
  }
  int depth() const { return depth_; }

 private:
  bool Follows(std::string_view token) const {
    SourceTokens ahead = tokens_;
    const std::string_view behind = ahead.Next();
    return behind == token && next_.data() + next_.size() == behind.data();
  }

  void Advance() {
    const size_t before = tokens_.place();
    next_ = tokens_.Next();
    if (!lookahead_->Spend(tokens_.place() - before)) next_ = {};
  }

  SourceTokens tokens_;
  Lookahead* lookahead_;
  std::string_view next_;
  std::string_view previous_;
  int depth_ = 0;
};

std::vector<std::string_view> ReadParameters(Cursor& in) {
  std::vector<std::string_view> parameters;
  Span parameter;
  in.Take();  // "("
  const int inside = in.depth();
  while (!in.Peek().empty()) {
    const std::string_view token = in.Take();
    const bool ends = in.depth() < inside;
    if (ends || (token == "," && in.depth() == inside)) {
      if (!parameter.text().empty()) parameters.push_back(parameter.text());
      parameter = {};
      if (ends) break;
    } else {
      parameter.Add(token);
    }
  }
  return parameters;
}

std::string_view ReadResult(Cursor& in, SourceSyntax syntax) {
  if (syntax == SourceSyntax::kTypescript && !in.Accept(":")) return {};
  if (syntax == SourceSyntax::kRust) {
    if (!in.Accept("-") || !in.Accept(">")) return {};
  }
  Span result;
  const int outside = in.depth();
  std::string_view previous;
  while (!in.Peek().empty()) {
    const std::string_view next = in.Peek();
    // A type's own brace: first in TypeScript, behind a word in Go.
    const bool own_brace = syntax == SourceSyntax::kTypescript
                               ? previous.empty() || previous == "|" || previous == "&"
                               : previous == "interface" || previous == "struct";
    if (in.depth() == outside &&
        ((next == "{" && !own_brace) || next == ";" || next == "where" || next == "=")) {
      break;
    }
    previous = in.Take();
    result.Add(previous);
  }
  return result.text();
}

// `in` stands behind the name.
std::optional<Signature> ReadSignature(Cursor in, SourceSyntax syntax) {
  if (syntax == SourceSyntax::kTypescript) {
    // const f = async function g(a: T): R {…}   const f: (a: T) => R = …
    const bool typed = in.Accept(":");
    const bool assigned = !typed && !in.AtArrow() && in.Accept("=");
    if (assigned) {
      in.Accept("async");
      if (in.Accept("function") && in.Peek() != "(" && in.Peek() != "<") in.Take();
    }
    if (in.Peek() == "<") in.SkipBracket();
    if (in.Peek() != "(") return std::nullopt;
    Signature signature;
    signature.parameters = ReadParameters(in);
    if (typed) {
      if (!in.AtArrow()) return std::nullopt;
      in.Take();
      in.Take();
      Span result;
      while (!in.Peek().empty() && (in.Peek() != "=" || in.AtArrow()) && in.Peek() != ";") {
        result.Add(in.Take());
      }
      signature.result = result.text();
    } else {
      signature.result = ReadResult(in, syntax);
    }
    return signature;
  }
  if (in.Peek() == "<" || in.Peek() == "[") in.SkipBracket();
  if (in.Peek() != "(") return std::nullopt;
  Signature signature;
  signature.parameters = ReadParameters(in);
  signature.result = ReadResult(in, syntax);
  return signature;
}

// Goes through a file once and reads what is declared under the name.
class Finder {
 public:
  Finder(std::string_view code, std::string_view name, SourceSyntax syntax)
      : tokens_(code, syntax), lookahead_(code), name_(name), syntax_(syntax) {}

  std::optional<Signature> Find() {
    std::optional<Signature> function;
    for (std::string_view token = tokens_.Next(); !token.empty(); token = tokens_.Next()) {
      Enter(token);
      std::optional<Signature> found;
      bool of_solution = in_solution_;
      if (token == "func" && syntax_ == SourceSyntax::kGo && depth_ == 0) {
        found = GoFunction(&of_solution);
      } else if (token == name_ && Declares()) {
        found = ReadSignature(Cursor(tokens_, &lookahead_), syntax_);
      }
      if (lookahead_.spent()) return function;
      if (found) {
        found->of_solution = of_solution;
        if (of_solution) return found;
        if (!function) function = std::move(found);
      }
      previous_ = token;
    }
    return function;
  }

 private:
  // Follows the braces, and whether they are Solution's.
  void Enter(std::string_view token) {
    if (token == "{") {
      ++depth_;
      if (depth_ == 1) in_solution_ = header_ && header_names_solution_;
      header_ = false;
    } else if (token == "}") {
      if (depth_ > 0) --depth_;
      if (depth_ == 0) in_solution_ = false;
    } else if (depth_ == 0 && token == (syntax_ == SourceSyntax::kRust ? "impl" : "class")) {
      header_ = true;
      header_names_solution_ = false;
    } else if (header_ && token == kSolution) {
      // Of TypeScript's "class A extends Solution" not the second.
      header_names_solution_ |= syntax_ == SourceSyntax::kRust || previous_ == "class";
    }
  }

  // Whether the name that came last is being declared, where it counts.
  bool Declares() const {
    if (depth_ != (in_solution_ ? 1 : 0)) return false;
    if (syntax_ == SourceSyntax::kRust) return previous_ == "fn";
    if (syntax_ == SourceSyntax::kGo) return false;
    if (in_solution_) return previous_ != "." && previous_ != "new";
    return previous_ == "function" || previous_ == "const" || previous_ == "let" ||
           previous_ == "var";
  }

  // Behind "func": a function of the name, or a method of Solution.
  std::optional<Signature> GoFunction(bool* of_solution) {
    Cursor in(tokens_, &lookahead_);
    *of_solution = false;
    if (in.Peek() == "(") {
      for (const std::string_view receiver : ReadParameters(in)) {
        const size_t at = receiver.rfind(kSolution);
        *of_solution |= at != receiver.npos && at + kSolution.size() == receiver.size();
      }
      if (!*of_solution) return std::nullopt;
    }
    if (!in.Accept(name_)) return std::nullopt;
    return ReadSignature(in, syntax_);
  }

  SourceTokens tokens_;
  Lookahead lookahead_;
  std::string_view name_;
  SourceSyntax syntax_;
  std::string_view previous_;
  int depth_ = 0;
  bool header_ = false;  // between `class` or `impl` and its brace
  bool header_names_solution_ = false;
  bool in_solution_ = false;
};

}  // namespace

std::optional<Signature> FindSignature(std::string_view code, std::string_view name,
                                       SourceSyntax syntax) {
  return Finder(code, name, syntax).Find();
}

std::string_view TypeOf(std::string_view parameter, SourceSyntax syntax) {
  Lookahead lookahead(parameter);
  Cursor in{SourceTokens(parameter, syntax), &lookahead};
  while (!in.Peek().empty()) {
    if (in.Take() != ":" || in.depth() != 0) continue;
    Span type;
    // TypeScript's default value isn't of the type.
    while (!in.Peek().empty() && (in.Peek() != "=" || in.AtArrow())) type.Add(in.Take());
    return type.text();
  }
  return {};
}

}  // namespace assay
