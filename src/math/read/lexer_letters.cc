// Runs of letters: words, units, names of functions, and products of italic letters.
#include "base/text.h"
#include "math/lexicon/units.h"
#include "math/lexicon/words.h"
#include "math/read/commands.h"
#include "math/read/lexer_walk.h"

namespace assay::math {

size_t Lexer::Letters(size_t at, size_t end, bool words) {
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
  const bool ends = TrimAsciiSpace(text_.substr(stop, end - stop)).find_first_not_of("$.") ==
                    std::string_view::npos;
  const bool hour = OneOf(run, "AM", "PM") && NumberBefore(0) && Last()->text.size() <= 2 &&
                    (space_ || words || result_.tokens.size() == 1) && ends;
  if ((AfterClock() || hour) && OneOf(lower, "am", "pm")) return Emit(Tok::kWord, lower), stop;
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
  if (AfterWordAndHyphen()) return Emit(Tok::kWord, run), stop;  // twenty-one
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
  const bool begins_like_one = OneOf(lower, "since", "single", "tank", "tanks", "costs", "sinks");
  if (begins_like_one) return Emit(Tok::kWord, run), stop;
  if (const std::string_view prefix = FunctionPrefix(run); !prefix.empty() && run.size() <= 8) {
    Named(prefix, std::string(prefix), at + prefix.size(), end);
    return at + prefix.size();
  }
  if (LooksLikeWord(run) && !product) return Emit(Tok::kWord, run), stop;
  for (char c : run) Emit(Tok::kSymbol, std::string_view(&c, 1));
  return stop;
}

bool Lexer::AfterNumber() const {
  const Token* last = Last();
  return last != nullptr &&
         (last->type == Tok::kNumber || last->type == Tok::kRepeating || last->type == Tok::kWord ||
          last->type == Tok::kCurrency || (space_ && last->type == Tok::kPunct));
}

bool Lexer::InFormula(size_t at, size_t stop, size_t end) const {
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
  return last && OneOf(AsciiLower(text_.substr(at, size)), "as", "at", "by", "is", "it", "of", "on",
                       "to", "an", "he", "if", "so", "up", "we");
}

bool Lexer::LooksLikeWord(std::string_view run) {
  if (run.size() < 4) return false;
  bool vowel = false;
  for (size_t i = 0; i < run.size(); ++i) {
    const bool upper = run[i] >= 'A' && run[i] <= 'Z';
    if (upper && i > 0) return false;
    vowel = vowel || std::string_view("aeiouyAEIOUY").find(run[i]) != std::string_view::npos;
  }
  return vowel;
}

bool Lexer::NumberBefore(size_t back) const {
  const auto& tokens = result_.tokens;
  return tokens.size() > back && tokens[tokens.size() - 1 - back].type == Tok::kNumber;
}

bool Lexer::AfterWordAndHyphen() const {
  const auto& tokens = result_.tokens;
  return !space_ && tokens.size() >= 2 && Last()->text == "-" && !Last()->space_before &&
         tokens[tokens.size() - 2].type == Tok::kWord;
}

bool Lexer::AfterClock() const {
  const auto& tokens = result_.tokens;
  return NumberBefore(0) && tokens.size() >= 3 && tokens[tokens.size() - 2].text == ":";
}

bool Lexer::AfterMicro() const {
  return NumberBefore(1) && Last()->type == Tok::kSymbol && Last()->text == "mu";
}

bool Lexer::HoursBeforeMinutes(size_t stop, size_t end) const {
  size_t next = stop;
  while (next < end && IsSpace(text_[next])) ++next;
  const bool digit = next > stop && next < end && IsDigit(text_[next]);
  while (next < end && (IsDigit(text_[next]) || IsSpace(text_[next]))) ++next;
  return NumberBefore(0) && digit && text_.substr(next, 1) == "m";
}

void Lexer::Letter(char c, size_t at, size_t end, bool words) {
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

bool Lexer::Named(std::string_view run, const std::string& lower, size_t stop, size_t end) {
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

size_t Lexer::BoldLetter(size_t at, size_t end) {
  size_t letter = at;
  while (letter < end && (IsSpace(text_[letter]) || text_[letter] == '{')) ++letter;
  size_t close = letter + 1;
  while (close < end && IsSpace(text_[close])) ++close;
  if (close >= end || text_[at] != '{' || !IsLetter(text_[letter]) || text_[close] != '}') {
    return at;
  }
  const char c = text_[letter];
  // Numbers as textbooks in Chinese set them: alone, or where a set is called for.
  const std::string_view rest = TrimAsciiSpace(text_.substr(close + 1, end - close - 1));
  const bool alone = rest.empty() || rest == "$" || rest == "." || StartsWith(rest, "\\setminus") ||
                     StartsWith(rest, "\\cup") || StartsWith(rest, "\\cap");
  const bool set_expected =
      (Last() == nullptr && alone) ||
      (Last() != nullptr && Last()->type == Tok::kRelation && OneOf(Last()->text, "i", "o"));
  if (set_expected && std::string_view("RQZN").find(c) != std::string_view::npos) {
    Emit(Tok::kCommand, "bb").text += c;
    return close + 1;
  }
  const bool unit_vector = c >= 'i' && c <= 'k';
  const bool styled = styled_;
  styled_ = false;
  Emit(Tok::kSymbol, unit_vector ? std::string(kBold) + c : std::string(1, c));
  styled_ = styled;
  return close + 1;
}

}  // namespace assay::math
