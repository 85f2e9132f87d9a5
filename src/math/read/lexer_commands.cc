// What a backslash begins: groups in a style, delimiters, environments, symbols.
#include "base/text.h"
#include "math/lexicon/words.h"
#include "math/read/commands.h"
#include "math/read/lexer_walk.h"

namespace assay::math {
namespace {

// \big, \Biggl and the like.
bool IsSizedDelimiter(std::string_view name) {
  if (!name.empty() && (name.back() == 'l' || name.back() == 'r' || name.back() == 'm')) {
    name.remove_suffix(1);
  }
  return OneOf(name, "big", "Big", "bigg", "Bigg");
}

}  // namespace

size_t Lexer::Command(size_t at, size_t end, int depth) {
  size_t stop = at + 1;
  while (stop < end && IsLetter(text_[stop])) ++stop;
  if (stop == at + 1) {  // a command of one other character
    if (stop >= end) return stop;
    const char c = text_[stop];
    switch (c) {
      case '\\': Emit(Tok::kNewRow, ""); return RowSpacing(stop + 1, end);
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
    if (OneOf(environment, "aligned", "split", "gathered", "align")) {
      if (name == "begin" && Last() != nullptr && Last()->type == Tok::kSetOpen &&
          EndsUnbraced(environment, stop, end)) {
        result_.tokens.back().type = Tok::kBegin;  // a system, as `cases` writes one
        result_.tokens.back().text = "cases";
        in_system_ = true;
        return stop;
      }
      if (name == "end" && in_system_) {
        in_system_ = false;
        brackets_ = std::max(0, brackets_ - 1);
        Emit(Tok::kEndEnv, "cases");
        return stop;
      }
    }
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

bool Lexer::EndsUnbraced(std::string_view environment, size_t at, size_t end) const {
  const std::string close = "\\end{" + std::string(environment);
  const size_t found = text_.substr(0, end).find(close, at);
  if (found == std::string_view::npos) return false;
  size_t stop = text_.find('}', found);
  if (stop == std::string_view::npos) return false;
  ++stop;
  while (stop < end && IsSpace(text_[stop])) ++stop;
  if (!StartsWith(text_.substr(stop), "\\right")) return stop >= end;
  stop += 6;
  while (stop < end && IsSpace(text_[stop])) ++stop;
  return stop < end && text_[stop] == '.';
}

// The "[4pt]" behind a new row says how far down it stands. Where it ends, or `at`.
size_t Lexer::RowSpacing(size_t at, size_t end) const {
  size_t stop = at;
  if (stop < end && text_[stop] == '*') ++stop;
  if (stop >= end || text_[stop] != '[') return stop;
  ++stop;
  const size_t amount = stop;
  while (stop < end &&
         (IsDigit(text_[stop]) || text_[stop] == '.' || text_[stop] == '-' || text_[stop] == ' ')) {
    ++stop;
  }
  if (stop == amount) return at;
  const size_t unit = stop;
  while (stop < end && (IsLetter(text_[stop]) || text_[stop] == '\\')) ++stop;
  const bool length = OneOf(text_.substr(unit, stop - unit), "pt", "mm", "cm", "in", "ex", "em",
                            "bp", "pc", "sp", "mu", "\\baselineskip", "\\jot");
  return length && stop < end && text_[stop] == ']' ? stop + 1 : at;
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

}  // namespace assay::math
