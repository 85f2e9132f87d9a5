// What stands around an answer: its sentence, the unit beside it, the formula around a box.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "science/answer/found_answer.h"
#include "science/read/notation.h"
#include "science/read/quantity.h"

namespace assay::science {
namespace {

// "340. m/s" does not end one.
bool IsUnitNext(std::string_view text, size_t point) {
  constexpr size_t kWindow = 24;
  if (point == 0 || !IsDigit(text[point - 1]) || At(text, point + 1) != ' ') return false;
  const std::string next = Plain(text.substr(point + 1, kWindow));
  const std::optional<UnitReading> unit = ReadUnit(next, 0);
  return unit && !IsLetter(At(next, SkipSpaces(next, unit->end)));
}

// Where a unit begins that words announce: "(in km/s)", "where the unit is km/s"; `begin` without.
size_t AnnouncedUnit(std::string_view text, size_t begin) {
  constexpr std::string_view kWords[] = {"in", "unit", "units",    "of",        "where", "the",
                                         "is", "are",  "measured", "expressed", "with",  "its"};
  size_t at = begin;
  constexpr int kMostWords = 8;
  for (int i = 0; i < kMostWords; ++i) {
    while (At(text, at) == ' ' || At(text, at) == ',' || At(text, at) == ':') ++at;
    const std::optional<UnitReading> unit = ReadUnit(text, at);
    if (unit && !IsLetter(At(text, SkipSpaces(text, unit->end)))) return at;
    if (At(text, at) == '(' || At(text, at) == '[') {
      ++at;
      continue;
    }
    const std::string_view word = text.substr(at, WordEnd(text, at) - at);
    if (std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords)) break;
    at += word.size();
  }
  return begin;
}

// The power of ten and the unit behind a box whose inside ends at `end`: "} \\times 10^3 m/s.".
std::string UnitBehind(std::string_view response, size_t end) {
  size_t at = end;
  while (at < response.size() && (response[at] == '}' || response[at] == ' ')) ++at;
  const std::string tail = Plain(response.substr(at, SentenceEnd(response, at, kLongestTail) - at));
  std::string_view text = TrimAsciiSpace(tail);
  size_t begin = 0;
  if (HasAt(text, 0, "*") || HasAt(text, 0, "x 10")) {
    const std::optional<NumberReading> scale =
        ReadNumber(text, SkipSpaces(text, 1), DecimalComma::kNo);
    if (scale) begin = scale->end;
  }
  if (begin == 0) text.remove_prefix(AnnouncedUnit(text, 0));
  const std::optional<UnitReading> unit = ReadUnit(text, begin);
  if (!unit) {
    // A word of its own may be a unit that nobody knows: "\\boxed{5} furlongs."
    const size_t word = WordEnd(text, 0);
    const bool alone = word > 2 && SkipSpaces(text, word) >= text.size() && !IsSentenceWord(text);
    return std::string(text.substr(0, alone ? word : begin));
  }
  const std::string_view name = TrimAsciiSpace(text.substr(begin, unit->end - begin));
  const bool more = IsLetter(At(text, SkipSpaces(text, unit->end)));
  // "\\boxed{5} A check shows…"
  if (name == "A" && more) return std::string(text.substr(0, begin));
  return std::string(text.substr(0, unit->end));
}

}  // namespace

bool EndsSentence(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '\n') return true;
  if (c != '.' && c != '!' && c != '?') return false;
  if (c == '.' && IsUnitNext(text, at)) return false;
  const char next = At(text, at + 1);
  return next == '\0' || next == ' ' || next == '\n' || next == '\r' || next == '$' || next == '*';
}

size_t SentenceEnd(std::string_view text, size_t at, size_t longest) {
  const size_t stop = std::min(text.size(), at + longest);
  while (at < stop && !EndsSentence(text, at)) ++at;
  return at;
}

std::string UnitBefore(std::string_view response, size_t offset) {
  size_t begin = offset;
  const size_t stop = offset - std::min(offset, kLongestTail);
  while (begin > stop && !EndsSentence(response, begin - 1)) --begin;
  const std::string text = Plain(response.substr(begin, offset - begin));
  for (size_t at = text.size(); at-- > 0;) {
    const bool bracket = text[at] == '(' || text[at] == '[';
    const bool word = HasAt(text, at, "in ") && (at == 0 || !IsLetter(text[at - 1]));
    if (!bracket && !word) continue;
    size_t from = at + (word ? 3 : 1);
    if (bracket && HasAt(text, from, "in ")) from += 3;
    if (HasAt(text, from, "units of ")) from += 9;
    const std::optional<UnitReading> unit = ReadUnit(text, from);
    if (!unit) continue;
    const size_t next = SkipSpaces(text, unit->end);
    const bool closed =
        bracket ? At(text, next) == ')' || At(text, next) == ']'
                : next >= text.size() || HasAt(text, next, "is ") || HasAt(text, next, "are ") ||
                      HasAt(text, next, "equals ") ||
                      std::string_view("),:=").find(text[next]) != std::string_view::npos;
    if (closed) return text.substr(from, unit->end - from);
  }
  return {};
}

bool HasUnit(std::string_view text) {
  const std::optional<Quantities> list =
      ReadQuantities(Plain(text), Reach::kWhole, DecimalComma::kNo);
  return !list || list->items.back().unit.has_value();
}

std::string UnitOnNextLine(std::string_view response, size_t end) {
  std::string_view rest = response.substr(std::min(end, response.size()));
  if (At(rest, 0) != '\n') return {};
  rest.remove_prefix(1);
  rest = rest.substr(0, std::min(rest.find('\n'), kLongestTail));
  const std::string line = Plain(rest);
  const size_t begin = AnnouncedUnit(line, 0);
  const std::optional<UnitReading> unit = ReadUnit(line, begin);
  if (!unit || line.find_first_not_of(" .)]", unit->end) != std::string::npos) return {};
  return line.substr(begin, unit->end - begin);
}

std::string WithUnit(std::string text, std::string_view response, size_t begin, size_t end) {
  if (HasUnit(text)) return text;
  const std::string behind = UnitBehind(response, end);
  if (!behind.empty()) text.append(" ").append(behind);
  if (HasUnit(text)) return text;
  const std::string before = UnitBefore(response, begin);
  if (!before.empty()) text.append(" ").append(before);
  return text;
}

std::string HedgeBehind(std::string_view response, size_t end) {
  constexpr std::string_view kEnds = ".!; \r\n*$)\\]}";
  const size_t begin = response.find_first_not_of(kEnds, std::min(end, response.size()));
  if (begin == std::string_view::npos) return {};
  std::string next = Plain(response.substr(begin, kLongestTail));
  return HedgeEnd(next, 0) > 0 ? " " + next : std::string();
}

Surroundings LookAround(std::string_view response, size_t begin, size_t end, bool has_unit) {
  constexpr size_t kFarthest = 40;
  Surroundings around;
  const size_t stop = begin - std::min(begin, kFarthest);
  std::string_view before = response.substr(stop, begin - stop);
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view none : {" ", "\\,", "\\;", "\\!", "\\left", "\\displaystyle"}) {
      if (before.size() < none.size() || before.substr(before.size() - none.size()) != none)
        continue;
      before.remove_suffix(none.size());
      more = true;
    }
  }
  const auto ends = [&](std::string_view part) {
    return before.size() >= part.size() && before.substr(before.size() - part.size()) == part;
  };
  const bool blank = begin > 0 && response[begin - 1] == ' ';
  if (ends("-") || ends("−")) {
    // Not a Markdown list.
    const std::string_view rest = before.substr(0, before.size() - (ends("-") ? 1 : 3));
    const bool bullet = blank && (rest.empty() || rest.back() == '\n');
    around.minus = !bullet && !ends("--");
  }
  for (const std::string_view part :
       {"\\times", "\\cdot", "\\pm",  "\\div", "×",     "·",     "±",     "+",     "/",
        "^",       "_",      "^{",    "_{",    "sqrt{", "frac{", "\\ln",  "\\log", "\\sin",
        "\\cos",   "\\tan",  "\\exp", "10^",   "<",     ">",     "\\neq", "≠",     "\\not"}) {
    around.is_part |= ends(part);
  }
  around.is_part |= !blank && !before.empty() && IsDigit(before.back());
  const bool stars = ends("*") && before.size() > 1 && before[before.size() - 2] != '*';
  around.is_part |= stars && before.size() > 2 && (IsDigit(before[before.size() - 2]) || blank);
  if (ends(" or") || ends(" vs") || ends(" vs.") || ends(" versus")) {
    around.hedged = std::any_of(before.begin(), before.end(), IsDigit);
  }
  std::string_view behind = response.substr(std::min(end, response.size()), kFarthest);
  const bool degree = HasAt(behind, 0, "^\\circ") || HasAt(behind, 0, "^{\\circ") ||
                      HasAt(behind, 0, "^\\degree") || HasAt(behind, 0, "^{\\degree");
  around.is_part |=
      (HasAt(behind, 0, "^") && !degree) || HasAt(behind, 0, "!") || IsDigit(At(behind, 0));
  behind = behind.substr(SkipSpaces(behind, 0));
  const char sign = At(behind, 0);
  const char next = At(behind, SkipSpaces(behind, 1));
  around.is_part |=
      has_unit && (sign == '/' || sign == '*' || HasAt(behind, 0, "\\times") ||
                   HasAt(behind, 0, "\\cdot") || HasAt(behind, 0, "×") || HasAt(behind, 0, "·"));
  around.is_part |=
      (sign == '/' || sign == '+' || (sign == '-' && At(behind, 1) != '-')) && IsDigit(next);
  return around;
}

}  // namespace assay::science
