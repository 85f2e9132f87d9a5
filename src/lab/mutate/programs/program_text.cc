#include "lab/mutate/programs/program_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::mutate {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Bytes of other scripts are letters, as both languages have them.
bool IsWordByte(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The longest first.
constexpr std::array<std::string_view, 32> kLongOperators = {
    "...", "<<=", ">>=", "**=", "//=", "<=>", "->*", "==", "!=", "<=", ">=",
    "->",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", "<<", ">>",
    "++",  "--",  "&&",  "||",  "::",  "**",  "//",  ":=", "@=", ".*"};
constexpr std::array<std::string_view, 8> kOnlyCpp = {"<=>", "->*", "++", "--",
                                                      "&&",  "||",  "::", ".*"};
constexpr std::array<std::string_view, 6> kOnlyPython = {"**=", "//=", "**", "//", ":=", "@="};

constexpr std::array<std::string_view, 35> kPythonKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
constexpr std::array<std::string_view, 46> kCppKeywords = {
    "alignas", "auto",      "bool",      "break",   "case",     "catch",   "char",     "class",
    "const",   "constexpr", "continue",  "default", "delete",   "do",      "double",   "else",
    "enum",    "explicit",  "extern",    "float",   "for",      "goto",    "if",       "inline",
    "int",     "long",      "namespace", "new",     "operator", "private", "public",   "return",
    "short",   "signed",    "sizeof",    "static",  "struct",   "switch",  "template", "throw",
    "try",     "typedef",   "typename",  "union",   "unsigned", "while"};
// What a value may be written as, although it is a keyword.
constexpr std::array<std::string_view, 3> kPythonValues = {"False", "None", "True"};

template <typename Words>
bool Has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

ProgramText::ProgramText(Language language, std::string_view text)
    : language_(language), text_(text) {
  Tokenize();
}

std::string_view ProgramText::Of(size_t i) const {
  return i < size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                    : std::string_view();
}

std::string_view ProgramText::Span(size_t first, size_t last) const {
  return text_.substr(tokens_[first].begin, tokens_[last].end - tokens_[first].begin);
}

bool ProgramText::Is(size_t i, std::string_view text) const {
  return i < size() && tokens_[i].kind != TokenKind::kString && Of(i) == text;
}

bool ProgramText::IsOneOf(size_t i, std::initializer_list<std::string_view> texts) const {
  return std::any_of(texts.begin(), texts.end(),
                     [&](std::string_view text) { return Is(i, text); });
}

bool ProgramText::IsKeyword(size_t i) const {
  if (!IsKind(i, TokenKind::kWord)) return false;
  return language_ == Language::kPython ? Has(kPythonKeywords, Of(i)) : Has(kCppKeywords, Of(i));
}

bool ProgramText::IsName(size_t i) const {
  return IsKind(i, TokenKind::kWord) && !IsKeyword(i);
}

bool ProgramText::EndsOperand(size_t i) const {
  if (i >= size()) return false;
  switch (tokens_[i].kind) {
    case TokenKind::kNumber:
    case TokenKind::kString: return true;
    case TokenKind::kWord:
      return !IsKeyword(i) || (language_ == Language::kPython && Has(kPythonValues, Of(i)));
    case TokenKind::kOperator: return Is(i, ")") || Is(i, "]") || Is(i, "}");
    case TokenKind::kLineEnd: break;
  }
  return false;
}

size_t ProgramText::Close(size_t open) const {
  return open < close_.size() ? close_[open] : kNone;
}

size_t ProgramText::FindAtDepth(size_t from, size_t end, int depth, std::string_view text) const {
  for (size_t i = from; i < std::min(end, size()); ++i) {
    if (tokens_[i].depth == depth && Is(i, text)) return i;
  }
  return kNone;
}

void ProgramText::Add(TokenKind kind, size_t begin, size_t end, int line) {
  const std::string_view text = text_.substr(begin, end - begin);
  const bool bracket = kind == TokenKind::kOperator && text.size() == 1;
  const bool closes = bracket && (text == ")" || text == "]" || text == "}");
  size_t opened = kNone;
  if (closes && !open_.empty()) {
    opened = open_.back();
    open_.pop_back();
  }
  const size_t index = tokens_.size();
  tokens_.push_back({kind, begin, end, line, static_cast<int>(open_.size())});
  close_.push_back(kNone);
  if (opened != kNone) close_[opened] = index;
  if (bracket && (text == "(" || text == "[" || text == "{")) open_.push_back(index);
}

// Over blanks, comments, joined lines and lines of the preprocessor. `line_end`: a logical line of
// Python ended here.
size_t ProgramText::SkipSpace(size_t at, int* line, bool* line_end) {
  const bool python = language_ == Language::kPython;
  while (at < text_.size()) {
    const char c = text_[at];
    const std::string_view rest = text_.substr(at);
    if (c == '\n') {
      ++*line;
      ++at;
      if (python && open_.empty()) {
        *line_end = true;
        return at;
      }
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
    } else if (c == '\\' && (StartsWith(rest, "\\\n") || StartsWith(rest, "\\\r\n"))) {
      at += rest[1] == '\n' ? 2 : 3;
      ++*line;
    } else if (python ? c == '#' : StartsWith(rest, "//")) {
      at = std::min(text_.find('\n', at), text_.size());
    } else if (!python && StartsWith(rest, "/*")) {
      const size_t end = std::min(text_.find("*/", at + 2), text_.size() - 2) + 2;
      *line += static_cast<int>(std::count(text_.begin() + at, text_.begin() + end, '\n'));
      at = end;
    } else if (!python && c == '#') {
      size_t end = at;  // of the directive, over joined lines
      do {
        end = std::min(text_.find('\n', end), text_.size());
        if (end < text_.size() && text_[end - 1] == '\\') {
          ++*line;
          ++end;
          continue;
        }
        break;
      } while (end < text_.size());
      at = end;
    } else {
      return at;
    }
  }
  return at;
}

size_t ProgramText::EndOfString(size_t at) const {
  const bool python = language_ == Language::kPython;
  size_t quote = at;
  while (quote < text_.size() && quote - at < 4 && IsWordByte(text_[quote])) ++quote;
  if (quote >= text_.size() || (text_[quote] != '"' && text_[quote] != '\'')) return at;
  const std::string prefix = AsciiLower(text_.substr(at, quote - at));
  const bool is_prefix = python ? prefix.find_first_not_of("rbfu") == prefix.npos
                                : prefix.empty() || prefix == "l" || prefix == "u" ||
                                      prefix == "u8" || prefix == "r" || prefix == "lr" ||
                                      prefix == "ur" || prefix == "u8r";
  if (!is_prefix) return at;
  const char mark = text_[quote];
  const size_t size = text_.size();
  if (!python && prefix.find('r') != prefix.npos && mark == '"') {
    const size_t open = text_.find('(', quote);
    if (open == text_.npos) return size;
    const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const size_t end = text_.find(close, open);
    return end == text_.npos ? size : end + close.size();
  }
  const std::string three(3, mark);
  const bool is_long = python && StartsWith(text_.substr(quote), three);
  // A backslash keeps the next character from ending even a raw string.
  for (size_t i = quote + (is_long ? 3 : 1); i < size; ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (is_long ? StartsWith(text_.substr(i), three) : text_[i] == mark) {
      return i + (is_long ? 3 : 1);
    } else if (!is_long && text_[i] == '\n') {
      return i;  // never closed: the rest of the line
    }
  }
  return size;
}

size_t ProgramText::EndOfNumber(size_t at) const {
  const std::string_view rest = text_.substr(at);
  if (!IsDigit(rest[0]) && !(rest[0] == '.' && rest.size() > 1 && IsDigit(rest[1]))) return at;
  const bool hex = rest.size() > 1 && (rest[1] == 'x' || rest[1] == 'X');
  size_t i = 1;
  for (; i < rest.size(); ++i) {
    const char c = rest[i];
    const char before = rest[i - 1];
    if (IsWordByte(c) || c == '.') continue;
    if ((c == '+' || c == '-') && !hex && (before == 'e' || before == 'E')) continue;
    if (c == '\'' && language_ == Language::kCpp && i + 1 < rest.size() &&
        IsWordByte(rest[i + 1])) {
      continue;
    }
    break;
  }
  return at + i;
}

size_t ProgramText::EndOfOperator(size_t at) const {
  const std::string_view rest = text_.substr(at);
  for (const std::string_view text : kLongOperators) {
    const bool foreign =
        language_ == Language::kPython ? Has(kOnlyCpp, text) : Has(kOnlyPython, text);
    if (!foreign && StartsWith(rest, text)) return at + text.size();
  }
  return at + 1;
}

void ProgramText::Tokenize() {
  int line = 1;
  size_t at = 0;
  while (true) {
    bool line_end = false;
    const int line_before = line;
    const size_t next = SkipSpace(at, &line, &line_end);
    if (line_end) {
      if (!tokens_.empty() && tokens_.back().kind != TokenKind::kLineEnd) {
        Add(TokenKind::kLineEnd, next - 1, next - 1, line_before);
      }
      at = next;
      continue;
    }
    if (next >= text_.size()) break;
    size_t end = EndOfString(next);
    TokenKind kind = TokenKind::kString;
    if (end == next) {
      kind = TokenKind::kNumber;
      end = EndOfNumber(next);
    }
    if (end == next) {
      kind = TokenKind::kWord;
      while (end < text_.size() && IsWordByte(text_[end])) ++end;
    }
    if (end == next) {
      kind = TokenKind::kOperator;
      end = EndOfOperator(next);
    }
    Add(kind, next, end, line);
    line += static_cast<int>(std::count(text_.begin() + next, text_.begin() + end, '\n'));
    at = end;
  }
  if (!tokens_.empty() && language_ == Language::kPython &&
      tokens_.back().kind != TokenKind::kLineEnd) {
    Add(TokenKind::kLineEnd, text_.size(), text_.size(), line);
  }
}

}  // namespace assay::mutate
