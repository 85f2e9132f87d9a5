// A map: what looks like a formula, an expression, a number or a list's index; PushRun, which cuts
// runs of mathematics into items; then what the header has: FormulaAt, ScanItems, PercentAfter,
// IsName and ItemText.

#include "math/find/extract_scan.h"

#include <algorithm>
#include <array>

namespace assay::math {
namespace {

// A text of numbers alone would otherwise make a list many times its size; only the last matter.
constexpr size_t kMaxItems = 64;
// Prose between two dollar signs: both are currency.
constexpr int kProseWords = 3;

constexpr std::array<std::string_view, 8> kDisplayEnvironments = {
    "align", "aligned", "gather", "gathered", "equation", "split", "eqnarray", "multline"};

// "align" for "\begin{align*}" at pos, and the position after it.
std::optional<std::string_view> DisplayBeginAt(std::string_view text, size_t pos, size_t* after) {
  constexpr std::string_view kBegin = "\\begin{";
  if (!StartsWithAt(text, pos, kBegin)) return std::nullopt;
  const size_t name = pos + kBegin.size();
  for (std::string_view environment : kDisplayEnvironments) {
    if (!StartsWithAt(text, name, environment)) continue;
    size_t i = name + environment.size();
    if (i < text.size() && text[i] == '*') ++i;
    if (i < text.size() && text[i] == '}') {
      *after = i + 1;
      return text.substr(name, i - name);
    }
  }
  return std::nullopt;
}

// The first `token` in [pos, end) that no backslash escapes, or npos.
size_t FindToken(std::string_view text, size_t pos, size_t end, std::string_view token) {
  while (pos < end) {
    const size_t found = text.substr(0, end).find(token, pos);
    if (found == std::string_view::npos || !IsEscaped(text, found)) return found;
    pos = found + 1;
  }
  return std::string_view::npos;
}

bool LooksLikeLatex(std::string_view text) {
  for (size_t i = text.find('\\'); i != std::string_view::npos; i = text.find('\\', i + 1)) {
    if (i + 1 < text.size() && IsAsciiLetter(text[i + 1])) return true;
  }
  return false;
}

std::optional<Item> DollarFormulaAt(std::string_view text, size_t pos, size_t end,
                                    bool* truncated) {
  const bool display = pos + 1 < end && text[pos + 1] == '$';
  const size_t begin = pos + (display ? 2 : 1);
  size_t close = std::string_view::npos;
  size_t i = begin;
  for (; i < end; ++i) {
    if (!display && text[i] == '\n' && i + 1 < end && text[i + 1] == '\n') break;
    if (text[i] != '$' || IsEscaped(text, i)) continue;
    if (display && (i + 1 >= end || text[i + 1] != '$')) continue;
    close = i;
    break;
  }
  if (close == std::string_view::npos) {
    if (i == end && LooksLikeLatex(text.substr(begin, end - begin)) &&
        CountWords(text, {begin, end}, kProseWords) < kProseWords) {
      *truncated = true;
    }
    return std::nullopt;
  }
  const Span inner{begin, close};
  if (TrimBlanks(text, inner).empty()) return std::nullopt;
  // "$10,200 + $255": a closing dollar is not followed by a digit, and no prose is inside.
  if (!display && close + 1 < end && IsDigit(text[close + 1])) return std::nullopt;
  if (!display && CountWords(text, inner, kProseWords) >= kProseWords) return std::nullopt;
  return Item{ItemKind::kFormula, {pos, close + (display ? 2u : 1u)}, inner};
}

bool IsTightBreak(std::string_view text, Span span, size_t end) {
  // "5!" at the end of a sentence is an exclamation.
  size_t next = span.end;
  if (next >= end || text[next] == '\n') return true;
  return text[next] == ' ' && next + 1 < end && text[next + 1] >= 'A' && text[next + 1] <= 'Z';
}

// Drops what cannot begin or end an expression, and parentheses that do not match.
Span TrimExpression(std::string_view text, Span span, size_t end) {
  // Each trimmed pair rereads the span; a bound keeps hostile nests of parentheses linear.
  int pairs_left = 8;
  for (bool changed = true; changed;) {
    changed = false;
    span = TrimBlanks(text, span);
    if (span.empty()) return span;
    const char first = text[span.begin];
    const char last = text[span.end - 1];
    const char second = span.size() > 1 ? text[span.begin + 1] : '\0';
    if (std::string_view("*/=<>^_)]},:;.!%'").find(first) != std::string_view::npos &&
        !(first == '.' && IsDigit(second))) {
      ++span.begin;
      changed = true;
    } else if ((first == '-' || first == '+') && second == ' ') {
      ++span.begin;
      changed = true;
    } else if (std::string_view("+-*/^=<>([{,.:;_").find(last) != std::string_view::npos ||
               (last == '!' && IsTightBreak(text, span, end))) {
      --span.end;
      changed = true;
    }
    if (changed || pairs_left-- <= 0) continue;
    int depth = 0;
    bool encloses = true;
    bool comma = false;
    for (size_t i = span.begin; i < span.end; ++i) {
      const char c = text[i];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (c == ',' || c == ';') comma = true;
      if (depth < 0) break;
      if (depth == 0 && i + 1 < span.end) encloses = false;
    }
    const bool opens = first == '(' || first == '[';
    const bool closes = last == ')' || last == ']';
    if (depth < 0 && closes) {
      --span.end;
      changed = true;
    } else if (depth > 0 && (opens || first == '{')) {
      ++span.begin;
      changed = true;
    } else if (depth == 0 && encloses && opens && closes && !comma && span.size() > 2) {
      ++span.begin;
      --span.end;
      changed = true;
    }
  }
  return span;
}

bool IsPureNumber(std::string_view s) {
  size_t i = 0;
  if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
  bool digit = false;
  bool slash = false;
  for (; i < s.size(); ++i) {
    if (IsDigit(s[i])) {
      digit = true;
    } else if (s[i] == '/' && digit && !slash) {
      slash = true;
    } else if (s[i] == '%' && i + 1 == s.size()) {
      return digit;
    } else if ((s[i] == 'e' || s[i] == 'E') && digit && i + 1 < s.size()) {
      if ((s[i + 1] == '-' || s[i + 1] == '+') && i + 2 < s.size()) ++i;
    } else if (s[i] != '.' && s[i] != ',') {
      return false;
    }
  }
  return digit;
}

// "3. Then …" and "2) So …" at the start of a line.
bool IsListIndex(std::string_view text, Span number, size_t end) {
  size_t after = number.end;
  if (after >= end || (text[after] != '.' && text[after] != ')')) return false;
  if (after + 1 >= end || !IsBlank(text[after + 1])) return false;
  for (size_t i = number.begin; i-- > 0;) {
    if (text[i] == '\n') return true;
    if (text[i] != ' ' && text[i] != '#' && text[i] != '*') return false;
  }
  return TrimBlanks(text, {after + 1, end}).size() > 0;
}

bool IsOperatorBefore(std::string_view text, size_t begin, size_t pos) {
  while (pos > begin && text[pos - 1] == ' ') --pos;
  if (pos == begin) return false;
  const char c = text[pos - 1];
  if (std::string_view("+-*/^=<>,;:|").find(c) != std::string_view::npos) return true;
  if (IsAsciiLetter(c)) {  // \cdot 5
    size_t i = pos - 1;
    while (i > begin && IsAsciiLetter(text[i - 1])) --i;
    return i > begin && text[i - 1] == '\\';
  }
  return static_cast<unsigned char>(c) >= 0x80;
}

bool IsOperatorAfter(std::string_view text, size_t pos, size_t end) {
  while (pos < end && text[pos] == ' ') ++pos;
  if (pos >= end) return false;
  const char c = text[pos];
  if (c == '-' || c == '+') return pos + 1 < end && text[pos + 1] == ' ';
  return std::string_view("*/^=<>,;:|\\%!").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool HasDigitOrCommand(std::string_view s) {
  for (size_t i = 0; i < s.size(); ++i) {
    if (IsDigit(s[i])) return true;
    if (s[i] == '\\' && i + 1 < s.size() && IsAsciiLetter(s[i + 1])) return true;
  }
  return false;
}

bool IsUnitLetterSegment(std::string_view s) {
  if (s.empty() || std::string_view("mgshlLNJWVKA").find(s[0]) == std::string_view::npos) {
    return false;
  }
  return s.size() == 1 || (s.size() == 3 && s[1] == '^' && IsDigit(s[2])) || s == "m²" || s == "m³";
}

// "5 m^2" and "1,000.99m²": the raised letter can only be a unit.
Span WithoutRaisedUnit(std::string_view text, Span span) {
  const std::string_view s = Slice(text, span);
  for (std::string_view raised : {"²", "³", "^2", "^3"}) {
    if (s.size() < raised.size() + 2 || s.substr(s.size() - raised.size()) != raised) continue;
    const size_t letter = s.size() - raised.size() - 1;
    if (s[letter] != 'm') continue;
    const Span number = TrimBlanks(text, {span.begin, span.begin + letter});
    if (IsPureNumber(Slice(text, number))) return number;
  }
  return span;
}

// "72000 / 18 = 4000" is a calculation: what counts is its result. With letters on the left it is
// an equation and stays whole.
Span ResultOf(std::string_view text, Span span) {
  const std::string_view s = Slice(text, span);
  const size_t equals = s.rfind('=');
  if (equals == std::string_view::npos) return span;
  const std::string_view left = s.substr(0, equals);
  if (std::any_of(left.begin(), left.end(),
                  [](char c) { return IsAsciiLetter(c) || c == '<' || c == '>' || c == '!'; })) {
    return span;
  }
  const Span result = TrimBlanks(text, {span.begin + equals + 1, span.end});
  return result.empty() ? span : result;
}

// Blanks that stand between two complete operands separate: "5 a" is not one expression.
void PushRun(std::string_view text, Span run, size_t end, std::vector<Item>* items) {
  std::vector<Span> segments;
  int depth = 0;
  size_t begin = run.begin;
  for (size_t i = run.begin; i < run.end; ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') depth = std::max(0, depth - 1);
    if (c != ' ' || depth > 0 || i == begin) continue;
    if (text[i - 1] == ' ' || text[i - 1] == '\\') continue;
    if (IsOperatorBefore(text, run.begin, i) || IsOperatorAfter(text, i, run.end)) continue;
    segments.push_back({begin, i});
    begin = i;
  }
  segments.push_back({begin, run.end});
  for (size_t k = segments.size(); k-- > 0;) {
    Span span = TrimExpression(text, segments[k], end);
    if (k > 0 && IsUnitLetterSegment(Slice(text, span))) {
      const Span before = TrimExpression(text, segments[k - 1], end);
      if (IsPureNumber(Slice(text, before))) continue;
    }
    span = WithoutRaisedUnit(text, span);
    const std::string_view s = Slice(text, span);
    if (!HasDigitOrCommand(s)) continue;
    const bool number = IsPureNumber(s);
    if (number && IsListIndex(text, span, end)) continue;
    const Span raw = TrimBlanks(text, segments[k]);
    if (text[raw.begin] == '^' || text[raw.begin] == '_') continue;
    items->push_back({number ? ItemKind::kNumber : ItemKind::kExpression, span,
                      number ? span : ResultOf(text, span)});
    return;
  }
}

}  // namespace

std::optional<Item> FormulaAt(std::string_view text, size_t pos, size_t end, bool* truncated) {
  if (pos >= end || IsEscaped(text, pos)) return std::nullopt;
  if (text[pos] == '$') return DollarFormulaAt(text, pos, end, truncated);
  if (text[pos] != '\\' || pos + 1 >= end) return std::nullopt;
  std::string close;
  size_t begin = pos + 2;
  if (text[pos + 1] == '(') {
    close = "\\)";
  } else if (text[pos + 1] == '[') {
    close = "\\]";
  } else if (auto name = DisplayBeginAt(text, pos, &begin)) {
    close = "\\end{" + std::string(*name) + "}";
  } else {
    return std::nullopt;
  }
  const size_t found = FindToken(text, begin, end, close);
  if (found == std::string_view::npos) {
    *truncated = true;
    return std::nullopt;
  }
  return Item{ItemKind::kFormula, {pos, found + close.size()}, {begin, found}};
}

Items ScanItems(std::string_view text, Span range) {
  Items result;
  size_t i = range.begin;
  while (i < range.end) {
    if (result.items.size() >= 2 * kMaxItems) {
      result.items.erase(result.items.begin(), result.items.begin() + kMaxItems);
    }
    const char c = text[i];
    if (c == '$' || c == '\\') {
      if (auto item = FormulaAt(text, i, range.end, &result.truncated)) {
        result.items.push_back(*item);
        i = item->outer.end;
        continue;
      }
      if (result.truncated) return result;
    }
    if (const size_t run_end = ReadMathRun(text, i, range.end); run_end > i) {
      PushRun(text, {i, run_end}, range.end, &result.items);
      i = run_end;
    } else if (const size_t word_end = WordEnd(text, i, range.end); word_end > i) {
      i = word_end;
    } else {
      i += c == '\\' ? 2 : 1;
    }
  }
  return result;
}

size_t PercentAfter(std::string_view text, size_t pos, size_t end) {
  while (pos < end) {
    if (IsBlank(text[pos]) || text[pos] == '$' || text[pos] == '*') {
      ++pos;
    } else if (StartsWithAt(text, pos, "\\)") || StartsWithAt(text, pos, "\\]")) {
      pos += 2;
    } else {
      break;
    }
  }
  for (std::string_view sign : {"%", "\\%", "percent"}) {
    if (pos + sign.size() <= end && StartsWithAt(text, pos, sign)) return pos + sign.size();
  }
  return std::string_view::npos;
}

bool IsName(std::string_view formula) {
  return !formula.empty() && std::all_of(formula.begin(), formula.end(), [](char c) {
    return IsAsciiLetter(c) || c == ' ' || c == '\'';
  });
}

namespace {

// The last row of an aligned display, without the alignment marks.
std::string LastRow(std::string_view body) {
  size_t begin = 0;
  size_t last_begin = 0;
  size_t last_end = body.size();
  int depth = 0;
  for (size_t i = 0; i + 1 < body.size(); ++i) {
    if (body[i] != '\\') continue;
    if (StartsWithAt(body, i, "\\begin{")) ++depth;
    if (StartsWithAt(body, i, "\\end{")) --depth;
    if (body[i + 1] == '\\' && depth <= 0) {
      if (!TrimBlanks(body, {begin, i}).empty()) {
        last_begin = begin;
        last_end = i;
      }
      begin = i + 2;
    }
    ++i;
  }
  if (!TrimBlanks(body, {begin, body.size()}).empty()) {
    last_begin = begin;
    last_end = body.size();
  }
  std::string row;
  depth = 0;
  for (size_t i = last_begin; i < last_end; ++i) {
    if (StartsWithAt(body, i, "\\begin{")) ++depth;
    if (StartsWithAt(body, i, "\\end{")) --depth;
    if (body[i] == '&' && depth <= 0 && !IsEscaped(body, i)) continue;
    row.push_back(body[i]);
  }
  return row;
}

}  // namespace

std::string ItemText(std::string_view text, const Item& item, size_t end) {
  Span inner = TrimAnswer(text, item.inner);
  std::string answer;
  if (item.kind == ItemKind::kFormula) {
    size_t after = 0;
    const bool display = StartsWithAt(text, item.outer.begin, "\\begin{");
    const bool wrapped = DisplayBeginAt(text, inner.begin, &after).has_value();
    if (display || wrapped) {
      const size_t close = wrapped ? text.rfind("\\end{", inner.end) : inner.end;
      const size_t begin = wrapped ? after : inner.begin;
      const std::string row =
          LastRow(close == std::string_view::npos || close < begin ? Slice(text, {begin, inner.end})
                                                                   : Slice(text, {begin, close}));
      answer = std::string(Slice(row, TrimAnswer(row, {0, row.size()})));
    }
  }
  if (answer.empty()) answer = std::string(Slice(text, inner));
  if (item.kind == ItemKind::kNumber) {
    // "2,74" in prose is a decimal comma: a thousands separator has three digits after it.
    const size_t comma = answer.find(',');
    if (comma != std::string::npos && comma > 0 &&
        answer.find_first_of(",.", comma + 1) == std::string::npos &&
        answer.size() - comma - 1 <= 2) {
      answer[comma] = '.';
    }
  }
  if (answer.find('%') == std::string::npos &&
      PercentAfter(text, item.outer.end, end) != std::string_view::npos) {
    answer += "\\%";
  }
  return answer;
}

}  // namespace assay::math
