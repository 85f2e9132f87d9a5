// A map: the class Lexer walks over a span and pushes tokens; Group and MatchBrace take {…} as a
// whole, Command reads what a backslash begins, Symbolic the commands of one token. Lex at the end
// is the entry. Numbers are in number_lexer.cc, the table of commands in commands.cc.

#include "math/read/lexer.h"

#include <algorithm>

#include "base/text.h"
#include "math/lexicon/words.h"
#include "math/read/commands.h"
#include "math/read/number_lexer.h"
#include "math/read/units.h"

namespace assay::math {
namespace {

constexpr int kMaxNesting = 60;
constexpr size_t kMaxTokens = 20'000;

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
  bool wide_ = false;
  bool styled_ = false;
  bool angle_ = false;  // a vector <…> of plain text is open
  int brackets_ = 0;    // ( [ \{ that are open: there a comma separates

  Token& Emit(Tok type, std::string_view text) {
    Token token;
    token.type = type;
    token.text = text;
    token.space_before = space_;
    token.wide_before = wide_;
    token.styled = styled_;
    space_ = false;
    wide_ = false;
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
        ForeignWord(text_.substr(at, stop - at));
        at = stop;
      } else if (size_t stop = at; (c == '(' || c == '{') && UnitGroup(&stop, end, depth)) {
        at = stop;
      } else {
        at = Operator(at, end);
      }
    }
    styled_ = outer_style;
  }

  // Whether what comes next begins the answer or one side of it.
  bool AtBeginning() const { return Last() == nullptr || Last()->type == Tok::kRelation; }

  // A word of Chinese: "共" before a value says nothing, "五个" is 5 with a unit.
  void ForeignWord(std::string_view word) {
    if (AtBeginning()) {
      if (IsLeadingWord(word)) return;
      if (OneOf(word, "约", "约为", "大约", "大约是")) return Relation('~');
      size_t used = 0;
      const int number = ChineseNumber(word, &used);
      if (used > 0 && (used == word.size() || IsMeasureWord(word.substr(used)))) {
        Emit(Tok::kNumber, std::to_string(number));
        word.remove_prefix(used);
        if (word.empty()) return;
      }
    }
    Emit(Tok::kWord, word);
  }

  // "18 (cm)" and "18{\\rm cm}": the unit without what encloses it. Moves *at behind it.
  bool UnitGroup(size_t* at, size_t end, int depth) {
    if (text_.substr(*at, 7) == "{\\rm d}") {  // the d of an integral
      const Token* last = Last();
      if (last != nullptr && (last->text == "^" || last->text == "_")) return false;
      Emit(Tok::kSymbol, "d");
      *at += 7;
      return true;
    }
    if (!AfterValue()) return false;
    constexpr size_t kMaxUnit = 40;
    const bool group = text_[*at] == '{';
    const size_t begin = *at + 1;
    const size_t limit = std::min(end, begin + kMaxUnit);
    const size_t close = group ? MatchBrace(*at, limit) : text_.substr(0, limit).find(')', begin);
    if (close >= limit) return false;
    const std::string_view inside = text_.substr(begin, close - begin);
    std::string plain;
    bool styled = false;
    for (size_t i = 0; i < inside.size(); ++i) {
      const char c = inside[i];
      if (c == '\\') {
        size_t stop = i + 1;
        while (stop < inside.size() && IsLetter(inside[stop])) ++stop;
        const std::string_view name = inside.substr(i + 1, stop - i - 1);
        if (!OneOf(name, "", "mathrm", "text", "rm", "textrm")) return false;
        styled = styled || !name.empty();
        i = name.empty() ? i + 1 : stop - 1;
        plain += ' ';
      } else if (c != '{' && c != '}') {
        plain += c == '~' ? ' ' : c;
      }
    }
    const std::string_view unit = TrimAsciiSpace(plain);
    if (group ? !styled || inside.find("\\rm") == std::string_view::npos
              : !styled && !IsUnitWord(unit)) {
      return false;
    }
    if (!ParseUnit(unit).known) return false;
    space_ = true;
    Range(begin, close, /*words=*/true, /*styled=*/true, depth + 1);
    *at = close + 1;
    return true;
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
        if (next == '>') return Relation('R'), at + 2;
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

  size_t Number(size_t at, size_t end) {
    if (Last() != nullptr && Last()->text == "_" &&
        IsDigit(text_[at])) {  // \log_2 128: the subscript is one number
      size_t stop = at;
      while (stop < end && IsDigit(text_[stop])) ++stop;
      end = std::max(stop, at + 1);
    }
    NumberLexer::Result number = NumberLexer(text_, options_, brackets_ > 0).Lex(at, end);
    result_.ambiguous_commas = result_.ambiguous_commas || number.ambiguous_commas;
    result_.ok = result_.ok && number.ok;
    number.token.space_before = space_;
    number.token.wide_before = wide_;
    number.token.styled = styled_;
    space_ = false;
    wide_ = false;
    result_.tokens.push_back(std::move(number.token));
    return number.end;
  }

  size_t Letters(size_t at, size_t end, bool words) {
    size_t stop = at;
    while (stop < end && IsLetter(text_[stop])) ++stop;
    const std::string_view run = text_.substr(at, stop - at);
    if (run.size() == 1) {
      // a.m. and p.m.
      const std::string_view dotted = text_.substr(stop, 2);
      const bool capitals_after_clock = AfterClock() && OneOf(run, "A", "P") && dotted == ".M";
      if ((OneOf(run, "a", "p") && dotted == ".m") || capitals_after_clock) {
        Emit(Tok::kWord, OneOf(run, "a", "A") ? "am" : "pm");
        return stop + 2;
      }
      if (run == "h" && HoursBeforeMinutes(stop, end)) return Emit(Tok::kWord, run), stop;
      if ((styled_ || words) && AfterMicro()) {
        result_.tokens.back().type = Tok::kWord;
        result_.tokens.back().text = "u" + std::string(run);
        return stop;
      }
      // "25 m/s" in plain text
      const std::string_view rest = text_.substr(stop, std::min<size_t>(2, end - stop));
      if (run == "m" && space_ && AfterValue() && (rest == "/s" || rest == "/h")) {
        return Emit(Tok::kWord, run), stop;
      }
      return Letter(run[0], at, end, words), stop;
    }
    const std::string lower = AsciiLower(run);
    if (AfterClock() && OneOf(lower, "am", "pm")) return Emit(Tok::kWord, lower), stop;
    if (AtBeginning() && OneOf(lower, "about", "approximately", "roughly", "around")) {
      return Relation('~'), stop;
    }
    if (lower == "pct" && AfterValue()) return Punct('%'), stop;
    if (styled_ && AfterValue() && ParseUnit(run).known) return Emit(Tok::kWord, run), stop;
    if ((styled_ || words) && AfterMicro()) {
      result_.tokens.back().type = Tok::kWord;
      result_.tokens.back().text = "u" + std::string(run);
      return stop;
    }
    const bool glued = Last() != nullptr && !space_ && Last()->type == Tok::kNumber;
    if (glued && OneOf(lower, "st", "nd", "rd", "th")) return stop;
    if (Named(run, lower, stop, end)) return stop;
    const bool capitals = run[0] < 'a' && run[1] < 'a';  // NO is a segment, no is a word
    if (words || OneOf(lower, "and", "or")) return Emit(Tok::kWord, run), stop;
    // Letters in italics are a product where a formula goes on around them: 2as, bc + ca.
    const bool product = !styled_ && InFormula(at, stop, end);
    if (!capitals && !product && IsShortWord(lower)) return Emit(Tok::kWord, run), stop;
    const bool doubtful = !styled_ && IsDoubtfulUnit(run) && (product || !AfterNumber());
    if (IsUnitWord(run) && !doubtful && (AfterValue() || run.size() >= 4)) {
      return Emit(Tok::kWord, run), stop;
    }
    if (const std::string_view prefix = FunctionPrefix(run); !prefix.empty() && run.size() <= 8) {
      Named(prefix, std::string(prefix), at + prefix.size(), end);
      return at + prefix.size();
    }
    if (LooksLikeWord(run) && !product) return Emit(Tok::kWord, run), stop;
    for (char c : run) Emit(Tok::kSymbol, std::string_view(&c, 1));
    return stop;
  }

  bool AfterNumber() const {
    const Token* last = Last();
    return last != nullptr && (last->type == Tok::kNumber || last->type == Tok::kRepeating ||
                               last->type == Tok::kWord || last->type == Tok::kCurrency ||
                               (space_ && last->type == Tok::kPunct));
  }

  // Whether the letters at [at, stop) belong to the formula around them: glued to a digit or a
  // closing bracket, beside an operator, or, for prepositions, at the very end behind a value.
  bool InFormula(size_t at, size_t stop, size_t end) const {
    const size_t size = stop - at;
    size_t before = at;
    while (before > 0 && IsSpace(text_[before - 1])) --before;
    size_t after = stop;
    while (after < end && IsSpace(text_[after])) ++after;
    const char left = before > 0 ? text_[before - 1] : '\0';
    const char right = after < end ? text_[after] : '\0';
    const bool touches_left = before == at;
    const bool touches_right = after == stop;
    const auto in = [](std::string_view set, char c) {
      return c != '\0' && set.find(c) != std::string_view::npos;
    };
    if (touches_left && (IsDigit(left) || in(")}]|!", left))) return true;
    // "odd + even" are words, "bc + ca" are not.
    if (in("+*^_", left) && (touches_left || size == 2)) return true;
    if (in("+*^_=", right) && (touches_right || size == 2)) return true;
    if (size > 3) return false;
    if (left == '-' && touches_left) return true;
    if (right == '-' && touches_right && size == 2) return true;
    if (size != 2 || Last() == nullptr || Last()->type == Tok::kWord) return false;
    const bool last = right == '\0' || in("$})", right);
    return last && OneOf(AsciiLower(text_.substr(at, size)), "as", "at", "by", "is", "it", "of",
                         "on", "to", "an", "he", "if", "so", "up", "we");
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

  bool NumberBefore(size_t back) const {
    const auto& tokens = result_.tokens;
    return tokens.size() > back && tokens[tokens.size() - 1 - back].type == Tok::kNumber;
  }
  // After "11:43".
  bool AfterClock() const {
    const auto& tokens = result_.tokens;
    return NumberBefore(0) && tokens.size() >= 3 && tokens[tokens.size() - 2].text == ":";
  }
  // After "5 \mu", which a styled letter makes a unit.
  bool AfterMicro() const {
    return NumberBefore(1) && Last()->type == Tok::kSymbol && Last()->text == "mu";
  }
  // "5 h 12 min": the h of a duration.
  bool HoursBeforeMinutes(size_t stop, size_t end) const {
    size_t next = stop;
    while (next < end && IsSpace(text_[next])) ++next;
    const bool digit = next > stop && next < end && IsDigit(text_[next]);
    while (next < end && (IsDigit(text_[next]) || IsSpace(text_[next]))) ++next;
    return NumberBefore(0) && digit && text_.substr(next, 1) == "m";
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

  // \mathbf{a}: one bold letter is a vector's name, never a unit; i, j and k are the unit vectors.
  // Returns `at` when something else is bold.
  size_t BoldLetter(size_t at, size_t end) {
    size_t letter = at;
    while (letter < end && (IsSpace(text_[letter]) || text_[letter] == '{')) ++letter;
    size_t close = letter + 1;
    while (close < end && IsSpace(text_[close])) ++close;
    if (close >= end || text_[at] != '{' || !IsLetter(text_[letter]) || text_[close] != '}') {
      return at;
    }
    const char c = text_[letter];
    const bool unit_vector = c >= 'i' && c <= 'k';
    const bool styled = styled_;
    styled_ = false;
    Emit(Tok::kSymbol, unit_vector ? std::string(kBold) + c : std::string(1, c));
    styled_ = styled;
    return close + 1;
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
  if (OneOf(name, "mathbf", "boldsymbol", "bm", "pmb", "bold")) {
    if (const size_t after = BoldLetter(stop, end); after != stop) return after;
  }
  if (OneOf(name, "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathfrak",
            "operatorname", "boldsymbol", "bm", "mathscr", "pmb", "unit")) {
    if (stop < end && text_[stop] == '*') ++stop;
    return Group(stop, end, /*words=*/false, /*styled=*/true, depth);
  }
  if (OneOf(name, "boxed", "fbox", "framebox", "ensuremath", "mathop", "mathrel", "mathbin",
            "mathopen", "mathclose", "mathord", "variable", "underline", "displaylimits")) {
    return Group(stop, end, false, false, depth);
  }
  // What is crossed out is not there.
  if (OneOf(name, "cancel", "bcancel", "xcancel", "sout", "label", "tag", "color", "vspace",
            "hspace", "textcolor", "kern", "phantom", "vphantom", "hphantom")) {
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
    Emit(Tok::kWord, "not");
    return stop;
  }
  if (name == "Omega" && NumberBefore(0)) return Emit(Tok::kWord, "ohm"), stop;
  if (name == "Omega" && NumberBefore(1) && Last()->type == Tok::kSymbol && Last()->styled &&
      OneOf(Last()->text, "k", "M", "m")) {
    result_.tokens.back().type = Tok::kWord;
    result_.tokens.back().text += "ohm";
    return stop;
  }
  if (IsLayoutCommand(name)) {
    space_ = true;
    wide_ = wide_ || OneOf(name, "quad", "qquad");
    return stop;
  }
  if (Symbolic(name)) return stop;
  const std::string lower = AsciiLower(name);
  if (name == "Pi") return Emit(Tok::kSymbol, name), stop;  // no number
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
  const CommandToken* entry = FindCommand(name);
  if (entry == nullptr) return false;
  if (entry->type == Tok::kSetOpen) ++brackets_;
  if (entry->type == Tok::kSetClose && brackets_ > 0) --brackets_;
  if (entry->type == Tok::kPunct && entry->text.size() == 1) {
    Punct(entry->text[0]);
    if (name == "mid") result_.tokens.back().styled = true;
  } else {
    Emit(entry->type, entry->text);
  }
  return true;
}

}  // namespace

LexResult Lex(std::string_view latex, const LexOptions& options, Budget* budget) {
  return Lexer(latex, options, budget).Run();
}

}  // namespace assay::math
