#include "math/lexer.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "math/units.h"
#include "math/words.h"

namespace assay::math {
namespace {

constexpr int kMaxNesting = 60;
constexpr size_t kMaxTokens = 20'000;
constexpr size_t kMaxDigits = 10'000;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

template <typename... Names>
bool OneOf(std::string_view word, Names... names) {
  return ((word == names) || ...);
}

// \big, \Biggl and the like.
bool IsSizedDelimiter(std::string_view name) {
  if (!name.empty() && (name.back() == 'l' || name.back() == 'r' || name.back() == 'm')) {
    name.remove_suffix(1);
  }
  return OneOf(name, "big", "Big", "bigg", "Bigg");
}

class Lexer {
 public:
  Lexer(std::string_view text, const LexOptions& options, Budget* budget)
      : text_(text), options_(options), budget_(budget) {}

  LexResult Run() {
    Range(0, text_.size(), /*words=*/false, /*styled=*/false, 0);
    Emit(Tok::kEnd, "");
    result_.ok = result_.ok && !budget_->spent();
    return std::move(result_);
  }

 private:
  std::string_view text_;
  const LexOptions& options_;
  Budget* budget_;
  LexResult result_;
  bool space_ = false;
  bool styled_ = false;
  bool angle_ = false;  // a vector <…> of plain text is open
  int brackets_ = 0;    // ( [ \{ that are open: there a comma separates

  Token& Emit(Tok type, std::string_view text) {
    Token token;
    token.type = type;
    token.text = text;
    token.space_before = space_;
    token.styled = styled_;
    space_ = false;
    result_.tokens.push_back(std::move(token));
    return result_.tokens.back();
  }
  void Punct(char c) {
    if (c == '(' || c == '[') ++brackets_;
    if ((c == ')' || c == ']') && brackets_ > 0) --brackets_;
    Emit(Tok::kPunct, std::string_view(&c, 1));
  }
  void Relation(char op) { Emit(Tok::kRelation, std::string_view(&op, 1)); }
  const Token* Last() const { return result_.tokens.empty() ? nullptr : &result_.tokens.back(); }

  // Whether a unit may follow the last token.
  bool AfterValue() const {
    const Token* last = Last();
    if (last == nullptr) return false;
    if (last->type == Tok::kNumber || last->type == Tok::kRepeating ||
        last->type == Tok::kSetClose || last->type == Tok::kCurrency || last->type == Tok::kWord) {
      return true;
    }
    if (last->type == Tok::kSymbol) return last->text == "pi" || last->space_before || space_;
    return last->type == Tok::kPunct && (last->text[0] == ')' || last->text[0] == '}' ||
                                         last->text[0] == ']' || last->text[0] == '/');
  }

  void Range(size_t at, size_t end, bool words, bool styled, int depth) {
    const bool outer_style = styled_;
    styled_ = styled;
    while (at < end) {
      if (!budget_->Charge(2) || result_.tokens.size() > kMaxTokens || depth > kMaxNesting) {
        result_.ok = false;
        return;
      }
      const char c = text_[at];
      if (IsSpace(c) || c == '~') {
        space_ = true;
        ++at;
      } else if (c == '\\') {
        at = Command(at, end, depth);
      } else if (IsDigit(c) || (c == '.' && at + 1 < end && IsDigit(text_[at + 1]))) {
        at = Number(at, end);
      } else if (IsLetter(c)) {
        at = Letters(at, end, words);
      } else if (static_cast<uint8_t>(c) >= 0x80) {
        size_t stop = at;
        while (stop < end && static_cast<uint8_t>(text_[stop]) >= 0x80) ++stop;
        Emit(Tok::kWord, text_.substr(at, stop - at));
        at = stop;
      } else {
        at = Operator(at, end);
      }
    }
    styled_ = outer_style;
  }

  size_t Operator(size_t at, size_t end) {
    const char c = text_[at];
    const char next = at + 1 < end ? text_[at + 1] : '\0';
    switch (c) {
      case '$':
      case '"':
      case '`':
      case '#':
      case '@': space_ = space_ || c == '"'; return at + 1;
      case '<':
        if (next == '=') return Relation(kLessEqual), at + 2;
        if (next == '>') return Relation('n'), at + 2;
        if (Last() == nullptr || Last()->type == Tok::kRelation) {  // <1, 2> as a vector
          angle_ = true;
          ++brackets_;
          return Emit(Tok::kCommand, "langle"), at + 1;
        }
        return Relation('<'), at + 1;
      case '>':
        if (next == '=') return Relation(kGreaterEqual), at + 2;
        if (angle_) {
          angle_ = false;
          brackets_ = std::max(0, brackets_ - 1);
          return Emit(Tok::kCommand, "rangle"), at + 1;
        }
        return Relation('>'), at + 1;
      case '=':
        if (next == '>') return Relation('?'), at + 2;
        if (next == '<') return Relation(kLessEqual), at + 2;
        if (next == '=') return Relation('='), at + 2;
        return Relation('='), at + 1;
      case '!':
        if (next == '=' && at + 2 < end && text_[at + 2] != '=') return Relation('n'), at + 2;
        return Punct('!'), at + 1;
      case '-':
        if (next == '>') return Relation('?'), at + 2;
        return Punct('-'), at + 1;
      case '*':
        if (next == '*') {
          Punct('^');
          size_t stop = at + 2;
          while (stop < end && text_[stop] == '*') ++stop;
          return stop;
        }
        return Punct('*'), at + 1;
      case '.':
        if (text_.substr(at, std::min<size_t>(3, end - at)) == "...") {
          Emit(Tok::kCommand, "dots");
          return at + 3;
        }
        return at + 1;  // a full stop
      case '?': return at + 1;
      case ';':
      case ':':
      case ',':
      case '+':
      case '/':
      case '^':
      case '_':
      case '(':
      case ')':
      case '[':
      case ']':
      case '{':
      case '}':
      case '|':
      case '\'':
      case '%':
      case '&': Punct(c); return at + 1;
      default: return at + 1;
    }
  }

  static constexpr char kLessEqual = 'l';
  static constexpr char kGreaterEqual = 'g';

  // A separator of thousands at `at` followed by exactly three digits; returns its length or 0.
  size_t ThousandsSeparator(size_t at, size_t end, bool spaces_allowed, bool* plain_comma) const {
    size_t stop = at;
    *plain_comma = false;
    const auto take = [&](std::string_view what) {
      if (text_.substr(stop, what.size()) != what) return false;
      stop += what.size();
      return true;
    };
    if (take("{,}") || take("{, }") || take("{,\\!}") || take("\\,") || take("\\!") ||
        take("{\\,}") || take("{\\ }")) {
      while (stop < end && text_[stop] == ' ') ++stop;
    } else if (take(" {,}") || take(" {, }")) {
      while (stop < end && text_[stop] == ' ') ++stop;
    } else if (take(",\\!") || take(",\\,")) {
      while (stop < end && text_[stop] == ' ') ++stop;
    } else if (take(",")) {
      *plain_comma = true;
    } else if (spaces_allowed && take("\\ ")) {
    } else if (spaces_allowed && take(" ")) {
    } else {
      return 0;
    }
    if (stop + 3 > end) return 0;
    for (size_t i = stop; i < stop + 3; ++i) {
      if (!IsDigit(text_[i])) return 0;
    }
    if (stop + 3 < end && IsDigit(text_[stop + 3])) return 0;
    return stop - at;
  }

  size_t Digits(size_t at, size_t end, std::string* digits) const {
    while (at < end && IsDigit(text_[at])) *digits += text_[at++];
    return at;
  }

  // All groups of the run "1,234,567" have three digits, so it can be one number.
  bool GroupsAreThousands(size_t at, size_t end) const {
    size_t first = 0;
    while (at < end && IsDigit(text_[at])) ++at, ++first;
    if (first == 0 || first > 3) return false;
    while (at + 1 < end && text_[at] == ',' && IsDigit(text_[at + 1])) {
      size_t group = 0;
      ++at;
      while (at < end && IsDigit(text_[at])) ++at, ++group;
      if (group != 3) return false;
    }
    return true;
  }

  size_t Number(size_t at, size_t end) {
    std::string digits;
    const size_t start = at;
    at = Digits(at, end, &digits);
    const bool leading_zero = digits.size() > 1 && digits[0] == '0';
    if (!digits.empty() && digits.size() <= 3 && !leading_zero && digits != "0") {
      const bool commas = GroupsAreThousands(start, end);
      while (true) {
        bool plain = false;
        const size_t length = ThousandsSeparator(at, end, brackets_ == 0, &plain);
        if (length == 0) break;
        if (plain) {
          if (!commas) break;
          result_.ambiguous_commas = true;
          if (options_.comma_is_separator || brackets_ > 0) break;
        }
        at = Digits(at + length, end, &digits);
      }
    }
    int32_t scale = 0;
    bool decimal = false;
    const auto fraction = [&](size_t from) {
      const size_t before = digits.size();
      at = Digits(from, end, &digits);
      scale = static_cast<int32_t>(digits.size() - before);
      decimal = true;
    };
    const char point = at < end ? text_[at] : '\0';
    const bool more = at + 1 < end && IsDigit(text_[at + 1]);
    if (point == '.' && more) {
      fraction(at + 1);
      // 1.234.567 is a version number or a date: leave the rest to the parser.
      while (at < end) {  // 3.141\,592
        bool plain = false;
        const size_t length = ThousandsSeparator(at, end, false, &plain);
        if (length == 0 || plain) break;
        const size_t before = digits.size();
        at = Digits(at + length, end, &digits);
        scale += static_cast<int32_t>(digits.size() - before);
      }
    } else if (point == ',' && more) {
      result_.ambiguous_commas = true;
      if (options_.decimal_comma && brackets_ == 0) fraction(at + 1);
    } else if (point == '.' && at + 1 < end && (text_[at + 1] == '\\' || text_[at + 1] == '(') &&
               RepeatingTail(at + 1, end)) {
      decimal = true;
      ++at;
    }
    if (digits.size() > kMaxDigits) result_.ok = false;
    if (decimal) {
      if (const std::optional<size_t> stop = Repeating(at, end, digits, scale)) return *stop;
    }
    at = Exponent(at, end, &scale, &decimal);
    if (decimal && scale > 0) {
      // dots after a decimal: the digits go on
      size_t stop = at;
      if (text_.substr(stop, 3) == "...") {
        stop += 3;
      } else if (text_.substr(stop, 6) == "\\ldots" || text_.substr(stop, 6) == "\\cdots") {
        stop += 6;
      } else if (text_.substr(stop, 5) == "\\dots") {
        stop += 5;
      }
      if (stop > at && EmitDots(digits, scale)) return stop;
      at = stop;
    }
    Token& token = Emit(Tok::kNumber, digits);
    token.scale = scale;
    token.decimal = decimal;
    return at;
  }

  // 0.333… with at least three equal digits at the end repeats them.
  bool EmitDots(const std::string& digits, int32_t scale) {
    if (scale < 3) return false;
    const char last = digits.back();
    int32_t run = 0;
    while (run < scale && digits[digits.size() - 1 - static_cast<size_t>(run)] == last) ++run;
    if (run < 3) return false;
    Token& token = Emit(Tok::kRepeating, digits);
    token.scale = scale;
    token.repeat = 1;
    return true;
  }

  bool RepeatingTail(size_t at, size_t end) const {
    const std::string_view rest = text_.substr(at, end - at);
    return StartsWith(rest, "\\overline{") || StartsWith(rest, "\\bar{") ||
           StartsWith(rest, "\\dot{") || StartsWith(rest, "\\overline ") ||
           StartsWith(rest, "\\bar ") || StartsWith(rest, "\\dot ") || StartsWith(rest, "(");
  }

  // 0.1\overline{6}, 0.(3), 0.\dot{3}: returns where it ends.
  std::optional<size_t> Repeating(size_t at, size_t end, std::string digits, int32_t scale) {
    if (!RepeatingTail(at, end)) return std::nullopt;
    size_t stop = at;
    size_t repeat = 0;
    int dotted = 0;
    while (stop < end && RepeatingTail(stop, end) && dotted < 2) {
      const bool dot = text_.substr(stop, 4) == "\\dot";
      const char close = text_[stop] == '(' ? ')' : '}';
      while (stop < end && text_[stop] != '{' && text_[stop] != '(' && text_[stop] != ' ') ++stop;
      const bool braced = stop < end && text_[stop] != ' ';
      ++stop;
      const size_t before = digits.size();
      size_t after = stop;
      if (braced) {
        after = Digits(stop, end, &digits);
        if (after >= end || text_[after] != close) return std::nullopt;
      } else if (stop < end && IsDigit(text_[stop])) {
        digits += text_[stop];
        after = stop + 1;
      }
      const size_t added = digits.size() - before;
      if (added == 0) return std::nullopt;
      repeat += added;
      stop = after + (braced ? 1 : 0);
      if (!dot) break;
      ++dotted;
      // 0.\dot{1}4285\dot{7}: the digits between the dots repeat as well
      const size_t between = digits.size();
      const size_t next = Digits(stop, end, &digits);
      if (dotted == 1 && text_.substr(next, 4) == "\\dot") {
        repeat += digits.size() - between;
        stop = next;
      } else {
        digits.resize(between);
        break;
      }
    }
    if (digits.size() > kMaxDigits) return std::nullopt;
    Token& token = Emit(Tok::kRepeating, digits);
    token.scale = scale + static_cast<int32_t>(repeat);
    token.repeat = static_cast<int32_t>(repeat);
    return stop;
  }

  // The e8 of 1.5e8.
  size_t Exponent(size_t at, size_t end, int32_t* scale, bool* decimal) const {
    if (at >= end || (text_[at] != 'e' && text_[at] != 'E')) return at;
    size_t stop = at + 1;
    bool negative = false;
    if (stop < end && (text_[stop] == '+' || text_[stop] == '-')) negative = text_[stop++] == '-';
    const size_t first = stop;
    int32_t exponent = 0;
    while (stop < end && IsDigit(text_[stop]) && stop - first < 6) {
      exponent = exponent * 10 + (text_[stop++] - '0');
    }
    if (stop == first || (stop < end && (IsLetter(text_[stop]) || IsDigit(text_[stop])))) return at;
    if (first == at + 2 && text_[at + 1] == '-' && text_[at] == 'e' && exponent > 400) return at;
    *scale += negative ? exponent : -exponent;
    *decimal = true;
    return stop;
  }

  size_t Letters(size_t at, size_t end, bool words) {
    size_t stop = at;
    while (stop < end && IsLetter(text_[stop])) ++stop;
    const std::string_view run = text_.substr(at, stop - at);
    if (run.size() == 1) {
      // a.m. and p.m.
      if ((run == "a" || run == "p") && (text_.substr(stop, 2) == ".m")) {
        Emit(Tok::kWord, run == "a" ? "am" : "pm");
        return stop + 2;
      }
      // "25 m/s" in plain text
      const std::string_view rest = text_.substr(stop, std::min<size_t>(2, end - stop));
      if (run == "m" && space_ && AfterValue() && (rest == "/s" || rest == "/h")) {
        return Emit(Tok::kWord, run), stop;
      }
      return Letter(run[0], at, end, words), stop;
    }
    const std::string lower = AsciiLower(run);
    const bool glued = Last() != nullptr && !space_ && Last()->type == Tok::kNumber;
    if (glued && OneOf(lower, "st", "nd", "rd", "th")) return stop;
    if (Named(run, lower, stop, end)) return stop;
    const bool capitals = run[0] < 'a' && run[1] < 'a';  // NO is a segment, no is a word
    if (words || OneOf(lower, "and", "or")) return Emit(Tok::kWord, run), stop;
    if (!capitals && IsShortWord(lower)) return Emit(Tok::kWord, run), stop;
    if (IsUnitWord(run) && (AfterValue() || run.size() >= 4)) return Emit(Tok::kWord, run), stop;
    if (const std::string_view prefix = FunctionPrefix(run); !prefix.empty() && run.size() <= 8) {
      Named(prefix, std::string(prefix), at + prefix.size(), end);
      return at + prefix.size();
    }
    if (LooksLikeWord(run)) return Emit(Tok::kWord, run), stop;
    for (char c : run) Emit(Tok::kSymbol, std::string_view(&c, 1));
    return stop;
  }

  static bool LooksLikeWord(std::string_view run) {
    if (run.size() < 4) return false;
    bool vowel = false;
    for (size_t i = 0; i < run.size(); ++i) {
      const bool upper = run[i] >= 'A' && run[i] <= 'Z';
      if (upper && i > 0) return false;
      vowel = vowel || std::string_view("aeiouyAEIOUY").find(run[i]) != std::string_view::npos;
    }
    return vowel;
  }

  void Letter(char c, size_t at, size_t end, bool words) {
    // "(-1,0) U (1,2)"
    if (c == 'U' && Last() != nullptr && OneOf(Last()->text, ")", "]", "}")) {
      size_t next = at + 1;
      while (next < end && (IsSpace(text_[next]) || text_[next] == '$')) ++next;
      if (next < end &&
          (text_[next] == '(' || text_[next] == '[' || text_[next] == '\\' || text_[next] == '{')) {
        Emit(Tok::kCommand, "cup");
        return;
      }
    }
    if (words && c == 'a') {
      Emit(Tok::kWord, "a");
      return;
    }
    const bool styled = styled_;
    styled_ = styled_ || words;
    Emit(Tok::kSymbol, std::string_view(&c, 1));
    styled_ = styled;
  }

  // Words with a meaning of their own, in plain text or behind a backslash.
  bool Named(std::string_view run, const std::string& lower, size_t stop, size_t end) {
    if (OneOf(run, "pi", "Pi", "PI")) return Emit(Tok::kSymbol, "pi"), true;
    if (OneOf(lower, "infinity", "infty") || run == "oo") return Emit(Tok::kInfinity, ""), true;
    if (OneOf(lower, "percent", "percentage", "percents")) return Punct('%'), true;
    if (OneOf(lower, "degrees", "degree") || (run == "deg" && AfterValue())) {
      return Emit(Tok::kCommand, "circ"), true;
    }
    if (OneOf(run, "mod", "choose", "sqrt", "cbrt")) return Emit(Tok::kCommand, run), true;
    if (OneOf(lower, "union")) return Emit(Tok::kCommand, "cup"), true;
    if (IsGreek(run) && run.size() > 2 && run != "ell") return Emit(Tok::kSymbol, run), true;
    std::string_view function = FunctionName(run);
    if (function.empty() && run[0] >= 'A' && run[0] <= 'Z' && run.size() > 2) {
      function = FunctionName(lower);
    }
    if (function.empty()) return false;
    // "5 min", "30 sec"
    const char next = stop < end ? text_[stop] : '\0';
    if (IsUnitWord(run) && AfterValue() && next != '(' && next != '{') return false;
    if (OneOf(function, "inf", "sup", "deg", "dim", "ker", "rank", "tr", "arg", "sgn") &&
        next != '(' && next != '\\' && next != '{') {
      return false;
    }
    Emit(Tok::kFunction, function);
    return true;
  }

  size_t Command(size_t at, size_t end, int depth);
  bool Symbolic(std::string_view name);
  size_t Group(size_t at, size_t end, bool words, bool styled, int depth);
  size_t MatchBrace(size_t open, size_t end) const;
};

// The position of the brace that closes the one at `open`, or `end`.
size_t Lexer::MatchBrace(size_t open, size_t end) const {
  int depth = 0;
  for (size_t at = open; at < end; ++at) {
    if (!budget_->Charge(1)) return end;
    if (text_[at] == '\\') {
      ++at;
    } else if (text_[at] == '{') {
      ++depth;
    } else if (text_[at] == '}' && --depth == 0) {
      return at;
    }
  }
  return end;
}

// Lexes the group {…} at `at` (after spaces) in a mode; returns its end.
size_t Lexer::Group(size_t at, size_t end, bool words, bool styled, int depth) {
  size_t open = at;
  while (open < end && IsSpace(text_[open])) ++open;
  if (open >= end || text_[open] != '{') return at;
  const size_t close = MatchBrace(open, end);
  Range(open + 1, close, words, styled, depth + 1);
  return std::min(close + 1, end);
}

size_t Lexer::Command(size_t at, size_t end, int depth) {
  size_t stop = at + 1;
  while (stop < end && IsLetter(text_[stop])) ++stop;
  if (stop == at + 1) {  // a command of one other character
    if (stop >= end) return stop;
    const char c = text_[stop];
    switch (c) {
      case '\\': Emit(Tok::kNewRow, ""); break;
      case '{':
        ++brackets_;
        Emit(Tok::kSetOpen, "");
        break;
      case '}':
        if (brackets_ > 0) --brackets_;
        Emit(Tok::kSetClose, "");
        break;
      case '|': Emit(Tok::kPunct, "||"); break;
      case '%': Punct('%'); break;
      case '$': Emit(Tok::kCurrency, "dollar"); break;
      case '&': Emit(Tok::kWord, "and"); break;
      case '(':
      case ')':
      case '[':
      case ']': break;  // delimiters of formulas
      default: space_ = true; break;
    }
    return stop + 1;
  }
  const std::string_view name = text_.substr(at + 1, stop - at - 1);
  if (OneOf(name, "text", "textbf", "textit", "textrm", "mbox", "hbox", "textnormal", "texttt",
            "textsc", "textup", "textsf", "emph", "intertext")) {
    space_ = true;
    return Group(stop, end, /*words=*/true, /*styled=*/true, depth);
  }
  if (OneOf(name, "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathfrak",
            "operatorname", "boldsymbol", "bm", "mathscr", "pmb", "unit")) {
    if (stop < end && text_[stop] == '*') ++stop;
    return Group(stop, end, /*words=*/false, /*styled=*/true, depth);
  }
  if (OneOf(name, "boxed", "fbox", "framebox", "ensuremath", "mathop", "mathrel", "mathbin",
            "mathopen", "mathclose", "mathord", "variable", "underline", "cancel",
            "displaylimits")) {
    return Group(stop, end, false, false, depth);
  }
  if (OneOf(name, "label", "tag", "color", "vspace", "hspace", "textcolor", "kern", "phantom",
            "vphantom", "hphantom")) {
    size_t open = stop;
    while (open < end && IsSpace(text_[open])) ++open;
    if (open < end && text_[open] == '{') return std::min(MatchBrace(open, end) + 1, end);
    return stop;
  }
  if (OneOf(name, "mathbb", "Bbb")) {
    while (stop < end && (IsSpace(text_[stop]) || text_[stop] == '{')) ++stop;
    if (stop >= end) return stop;
    Emit(Tok::kCommand, "bb").text += text_[stop];
    ++stop;
    return stop < end && text_[stop] == '}' ? stop + 1 : stop;
  }
  if (OneOf(name, "begin", "end")) {
    size_t open = stop;
    while (open < end && IsSpace(text_[open])) ++open;
    if (open >= end || text_[open] != '{') return stop;
    const size_t close = MatchBrace(open, end);
    std::string_view environment = text_.substr(open + 1, close - open - 1);
    if (!environment.empty() && environment.back() == '*') environment.remove_suffix(1);
    stop = std::min(close + 1, end);
    if (!IsMatrixEnvironment(environment)) {
      space_ = true;
      return stop;
    }
    if (name == "begin" && environment == "array") {  // its column letters
      while (stop < end && IsSpace(text_[stop])) ++stop;
      if (stop < end && text_[stop] == '{') stop = std::min(MatchBrace(stop, end) + 1, end);
    }
    // Rows are separated by commas of their own meaning: none of them groups digits.
    brackets_ = std::max(0, brackets_ + (name == "begin" ? 1 : -1));
    Emit(name == "begin" ? Tok::kBegin : Tok::kEndEnv, environment);
    return stop;
  }
  if (OneOf(name, "left", "right", "middle") || IsSizedDelimiter(name)) {
    while (stop < end && IsSpace(text_[stop])) ++stop;
    if (stop < end && text_[stop] == '.') return stop + 1;
    if (stop < end && (text_[stop] == '<' || text_[stop] == '>')) {
      Emit(Tok::kCommand, text_[stop] == '<' ? "langle" : "rangle");
      return stop + 1;
    }
    if (stop < end && text_[stop] == '|') {
      Emit(Tok::kPunct, "|").ellipsis = name == "right" || name.back() == 'r';
      return stop + 1;
    }
    return stop;
  }
  if (name == "not") {
    while (stop < end && IsSpace(text_[stop])) ++stop;
    if (stop < end && text_[stop] == '=') return Relation('n'), stop + 1;
    if (text_.substr(stop, 3) == "\\in") return Relation('o'), stop + 3;
    return stop;
  }
  if (IsLayoutCommand(name)) {
    space_ = true;
    return stop;
  }
  if (Symbolic(name)) return stop;
  const std::string lower = AsciiLower(name);
  if (name.size() > 1 && name != "deg" && Named(name, lower, stop, end)) return stop;
  if (IsGreek(name)) {
    std::string_view canonical = name;
    if (StartsWith(name, "var") && name != "varpi") canonical.remove_prefix(3);
    Emit(Tok::kSymbol, canonical);
    return stop;
  }
  Emit(Tok::kSymbol, "\\" + std::string(name));
  return stop;
}

// Commands that stand for one token.
bool Lexer::Symbolic(std::string_view name) {
  struct Entry {
    std::string_view name;
    Tok type;
    std::string_view text;
  };
  static constexpr Entry kEntries[] = {
      {"frac", Tok::kCommand, "frac"},
      {"dfrac", Tok::kCommand, "frac"},
      {"tfrac", Tok::kCommand, "frac"},
      {"cfrac", Tok::kCommand, "frac"},
      {"sqrt", Tok::kCommand, "sqrt"},
      {"cdot", Tok::kPunct, "*"},
      {"times", Tok::kPunct, "*"},
      {"pm", Tok::kCommand, "pm"},
      {"mp", Tok::kCommand, "mp"},
      {"infty", Tok::kInfinity, ""},
      {"circ", Tok::kCommand, "circ"},
      {"degree", Tok::kCommand, "circ"},
      {"le", Tok::kRelation, "l"},
      {"leq", Tok::kRelation, "l"},
      {"leqslant", Tok::kRelation, "l"},
      {"leqq", Tok::kRelation, "l"},
      {"ge", Tok::kRelation, "g"},
      {"geq", Tok::kRelation, "g"},
      {"geqslant", Tok::kRelation, "g"},
      {"geqq", Tok::kRelation, "g"},
      {"lt", Tok::kRelation, "<"},
      {"gt", Tok::kRelation, ">"},
      {"ne", Tok::kRelation, "n"},
      {"neq", Tok::kRelation, "n"},
      {"approx", Tok::kRelation, "~"},
      {"simeq", Tok::kRelation, "~"},
      {"thickapprox", Tok::kRelation, "~"},
      {"doteq", Tok::kRelation, "~"},
      {"in", Tok::kRelation, "i"},
      {"notin", Tok::kRelation, "o"},
      {"equiv", Tok::kRelation, "e"},
      {"sim", Tok::kRelation, "?"},
      {"cong", Tok::kRelation, "?"},
      {"propto", Tok::kRelation, "?"},
      {"parallel", Tok::kRelation, "?"},
      {"perp", Tok::kRelation, "?"},
      {"subset", Tok::kRelation, "?"},
      {"subseteq", Tok::kRelation, "?"},
      {"supset", Tok::kRelation, "?"},
      {"supseteq", Tok::kRelation, "?"},
      {"to", Tok::kRelation, "?"},
      {"rightarrow", Tok::kRelation, "?"},
      {"leftarrow", Tok::kRelation, "?"},
      {"leftrightarrow", Tok::kRelation, "?"},
      {"longrightarrow", Tok::kRelation, "?"},
      {"Rightarrow", Tok::kRelation, "?"},
      {"Leftrightarrow", Tok::kRelation, "?"},
      {"implies", Tok::kRelation, "?"},
      {"iff", Tok::kRelation, "?"},
      {"mapsto", Tok::kRelation, "?"},
      {"mid", Tok::kPunct, "|"},
      {"cup", Tok::kCommand, "cup"},
      {"bigcup", Tok::kCommand, "bigcup"},
      {"cap", Tok::kCommand, "cap"},
      {"bigcap", Tok::kCommand, "bigcap"},
      {"setminus", Tok::kCommand, "setminus"},
      {"backslash", Tok::kCommand, "setminus"},
      {"smallsetminus", Tok::kCommand, "setminus"},
      {"emptyset", Tok::kCommand, "emptyset"},
      {"varnothing", Tok::kCommand, "emptyset"},
      {"prime", Tok::kPunct, "'"},
      {"div", Tok::kPunct, "/"},
      {"ast", Tok::kPunct, "*"},
      {"star", Tok::kPunct, "*"},
      {"bullet", Tok::kPunct, "*"},
      {"over", Tok::kCommand, "over"},
      {"binom", Tok::kCommand, "binom"},
      {"dbinom", Tok::kCommand, "binom"},
      {"tbinom", Tok::kCommand, "binom"},
      {"choose", Tok::kCommand, "choose"},
      {"lfloor", Tok::kCommand, "lfloor"},
      {"rfloor", Tok::kCommand, "rfloor"},
      {"lceil", Tok::kCommand, "lceil"},
      {"rceil", Tok::kCommand, "rceil"},
      {"langle", Tok::kCommand, "langle"},
      {"rangle", Tok::kCommand, "rangle"},
      {"lvert", Tok::kPunct, "|"},
      {"rvert", Tok::kPunct, "|"},
      {"vert", Tok::kPunct, "|"},
      {"lVert", Tok::kPunct, "||"},
      {"rVert", Tok::kPunct, "||"},
      {"Vert", Tok::kPunct, "||"},
      {"lbrack", Tok::kPunct, "["},
      {"rbrack", Tok::kPunct, "]"},
      {"lparen", Tok::kPunct, "("},
      {"rparen", Tok::kPunct, ")"},
      {"lbrace", Tok::kSetOpen, ""},
      {"rbrace", Tok::kSetClose, ""},
      {"colon", Tok::kPunct, ":"},
      {"ldots", Tok::kCommand, "dots"},
      {"dots", Tok::kCommand, "dots"},
      {"cdots", Tok::kCommand, "dots"},
      {"dotsc", Tok::kCommand, "dots"},
      {"dotsb", Tok::kCommand, "dots"},
      {"dotsm", Tok::kCommand, "dots"},
      {"vdots", Tok::kCommand, "dots"},
      {"ddots", Tok::kCommand, "dots"},
      {"pmod", Tok::kCommand, "pmod"},
      {"bmod", Tok::kCommand, "mod"},
      {"pod", Tok::kCommand, "pmod"},
      {"overline", Tok::kCommand, "overline"},
      {"bar", Tok::kCommand, "overline"},
      {"widehat", Tok::kCommand, "accent"},
      {"hat", Tok::kCommand, "accent"},
      {"vec", Tok::kCommand, "vec"},
      {"overrightarrow", Tok::kCommand, "vec"},
      {"tilde", Tok::kCommand, "accent"},
      {"widetilde", Tok::kCommand, "accent"},
      {"dot", Tok::kCommand, "accent"},
      {"ddot", Tok::kCommand, "accent"},
      {"overset", Tok::kCommand, "overset"},
      {"underset", Tok::kCommand, "overset"},
      {"stackrel", Tok::kCommand, "overset"},
      {"angle", Tok::kCommand, "angle"},
      {"measuredangle", Tok::kCommand, "angle"},
      {"triangle", Tok::kCommand, "angle"},
      {"square", Tok::kCommand, "angle"},
      {"sum", Tok::kCommand, "sum"},
      {"prod", Tok::kCommand, "prod"},
      {"int", Tok::kCommand, "int"},
      {"iint", Tok::kCommand, "int"},
      {"iiint", Tok::kCommand, "int"},
      {"oint", Tok::kCommand, "int"},
      {"lim", Tok::kCommand, "lim"},
      {"land", Tok::kWord, "and"},
      {"wedge", Tok::kWord, "and"},
      {"lor", Tok::kWord, "or"},
      {"vee", Tok::kWord, "or"},
      {"exponentialE", Tok::kSymbol, "e"},
      {"imaginaryI", Tok::kSymbol, "i"},
      {"imath", Tok::kSymbol, "i"},
      {"jmath", Tok::kSymbol, "j"},
      {"pounds", Tok::kCurrency, "pound"},
      {"euro", Tok::kCurrency, "euro"},
      {"yen", Tok::kCurrency, "yen"},
      {"rupee", Tok::kCurrency, "rupee"},
      {"textdollar", Tok::kCurrency, "dollar"},
      {"dollar", Tok::kCurrency, "dollar"},
      {"textdegree", Tok::kCommand, "circ"},
      {"percent", Tok::kPunct, "%"},
      {"operatornamewithlimits", Tok::kCommand, ""},
      {"forall", Tok::kWord, "for all"},
      {"exists", Tok::kWord, "exists"},
      {"because", Tok::kWord, "because"},
      {"complement", Tok::kSymbol, "complement"},
  };
  for (const Entry& entry : kEntries) {
    if (entry.name != name) continue;
    if (entry.type == Tok::kSetOpen) ++brackets_;
    if (entry.type == Tok::kSetClose && brackets_ > 0) --brackets_;
    if (entry.type == Tok::kPunct && entry.text.size() == 1) {
      const bool bar = name == "mid";
      Punct(entry.text[0]);
      if (bar) result_.tokens.back().styled = true;
    } else if (!entry.text.empty() || entry.type != Tok::kCommand) {
      Emit(entry.type, entry.text);
    }
    return true;
  }
  return false;
}

}  // namespace

LexResult Lex(std::string_view latex, const LexOptions& options, Budget* budget) {
  return Lexer(latex, options, budget).Run();
}

}  // namespace assay::math
