#include "math/read/lexer.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "math/lexicon/units.h"
#include "math/lexicon/words.h"
#include "math/read/lexer_walk.h"
#include "math/read/number_lexer.h"

namespace assay::math {
namespace {

constexpr int kMaxNesting = 60;
constexpr size_t kMaxTokens = 20'000;

}  // namespace

LexResult Lexer::Run() {
  Range(0, text_.size(), /*words=*/false, /*styled=*/false, 0);
  Emit(Tok::kEnd, "");
  result_.ok = result_.ok && !budget_->spent();
  return std::move(result_);
}

bool Lexer::AfterValue() const {
  const Token* last = Last();
  if (last == nullptr) return false;
  if (last->type == Tok::kNumber || last->type == Tok::kRepeating || last->type == Tok::kSetClose ||
      last->type == Tok::kCurrency || last->type == Tok::kWord) {
    return true;
  }
  if (last->type == Tok::kSymbol) return last->text == "pi" || last->space_before || space_;
  return last->type == Tok::kPunct && (last->text[0] == ')' || last->text[0] == '}' ||
                                       last->text[0] == ']' || last->text[0] == '/');
}

void Lexer::Range(size_t at, size_t end, bool words, bool styled, int depth) {
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
    } else if (IsDigit(c) || BeginsDecimal(at, end)) {
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

bool Lexer::BeginsDecimal(size_t at, size_t end) const {
  constexpr std::string_view kOverline = ".\\overline{";
  if (text_[at] != '.' || at + 1 >= end) return false;
  if (IsDigit(text_[at + 1])) return true;
  size_t stop = at + kOverline.size();
  if (!StartsWith(text_.substr(at, end - at), kOverline)) return false;
  const size_t digits = stop;
  while (stop < end && IsDigit(text_[stop])) ++stop;
  return stop > digits && stop < end && text_[stop] == '}';
}

void Lexer::ForeignWord(std::string_view word) {
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
  // "3或4", "5元和3元": and, or, behind what they join.
  static constexpr std::pair<std::string_view, const char*> kJoins[] = {
      {"或者", "or"}, {"或", "or"},  {"以及", "and"}, {"并且", "and"}, {"和", "and"},
      {"且", "and"},  {"及", "and"}, {"与", "and"},   {"または", "or"}};
  for (const auto& [join, meaning] : kJoins) {
    if (!word.ends_with(join)) continue;
    if (Last() == nullptr) break;
    word.remove_suffix(join.size());
    if (!word.empty()) Emit(Tok::kWord, word);
    Emit(Tok::kWord, meaning);
    return;
  }
  Emit(Tok::kWord, word);
}

bool Lexer::UnitGroup(size_t* at, size_t end, int depth) {
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

// Whether the ampersand at `at` stands at a row's beginning or beside a sign.
bool Lexer::Aligns(size_t at, size_t end) const {
  const Token* last = Last();
  if (last == nullptr || last->type == Tok::kNewRow || last->type == Tok::kBegin ||
      last->type == Tok::kRelation) {
    return true;
  }
  size_t next = at + 1;
  while (next < end && IsSpace(text_[next])) ++next;
  const std::string_view rest = text_.substr(next, end - next);
  for (const std::string_view sign :
       {"=", "<", ">", "\\le", "\\ge", "\\ne", "\\in", "\\lt", "\\gt", "\\approx", "\\equiv"}) {
    if (StartsWith(rest, sign)) return true;
  }
  return false;
}

size_t Lexer::Operator(size_t at, size_t end) {
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
    case '&':
      if (const std::string_view entity = text_.substr(at, 4);
          entity == "&gt;" || entity == "&lt;") {
        size_t stop = at + 4;
        while (stop < end && IsSpace(text_[stop])) ++stop;
        const bool equal = stop < end && text_[stop] == '=';
        const bool greater = entity == "&gt;";
        Relation(equal ? (greater ? kGreaterEqual : kLessEqual) : (greater ? '>' : '<'));
        return equal ? stop + 1 : at + 4;
      }
      if (in_system_ && Aligns(at, end)) return at + 1;  // and makes no columns
      return Punct(c), at + 1;
    case '{':
      if (text_.substr(at, 3) == "{:}") return Punct(':'), at + 3;
      return Punct(c), at + 1;
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
    case '}':
    case '|':
    case '\'':
    case '%': Punct(c); return at + 1;
    default: return at + 1;
  }
}

size_t Lexer::Number(size_t at, size_t end) {
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

size_t Lexer::Group(size_t at, size_t end, bool words, bool styled, int depth) {
  size_t open = at;
  while (open < end && IsSpace(text_[open])) ++open;
  if (open >= end || text_[open] != '{') return at;
  const size_t close = MatchBrace(open, end);
  Range(open + 1, close, words, styled, depth + 1);
  return std::min(close + 1, end);
}

LexResult Lex(std::string_view latex, const LexOptions& options, Budget* budget) {
  return Lexer(latex, options, budget).Run();
}

}  // namespace assay::math
