#include "science/answer.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "math/find/extract.h"
#include "science/notation.h"
#include "science/quantity.h"

namespace assay::science {
namespace {

constexpr size_t kLongestTail = 80;
constexpr size_t kLongestStatement = 2000;

bool IsBoxRule(math::ExtractRule rule) {
  return rule == math::ExtractRule::kBoxed || rule == math::ExtractRule::kBoxedSeveral ||
         rule == math::ExtractRule::kBoxTokens;
}

bool EndsSentence(std::string_view text, size_t at) {
  const char c = text[at];
  if (c == '\n') return true;
  if (c != '.' && c != '!' && c != '?') return false;
  const char next = At(text, at + 1);
  return next == '\0' || next == ' ' || next == '\n' || next == '\r' || next == '$' || next == '*';
}

size_t SentenceEnd(std::string_view text, size_t at, size_t longest) {
  const size_t stop = std::min(text.size(), at + longest);
  while (at < stop && !EndsSentence(text, at)) ++at;
  return at;
}

// The power of ten and the unit behind a box whose inside ends at `end`: "} \times 10^3 m/s.".
std::string UnitBehind(std::string_view response, size_t end) {
  size_t at = end;
  while (at < response.size() && (response[at] == '}' || response[at] == ' ')) ++at;
  const std::string tail = Plain(response.substr(at, SentenceEnd(response, at, kLongestTail) - at));
  std::string_view text = TrimAsciiSpace(tail);
  for (const std::string_view in : {", in units of ", ", in ", "in units of "}) {
    if (HasAt(text, 0, in)) text.remove_prefix(in.size());
  }
  size_t begin = 0;
  // "\\boxed{5} in J", "\\boxed{5} in the end".
  if (HasAt(text, 0, "in ")) {
    const std::optional<UnitReading> unit = ReadUnit(text, 3);
    if (unit && !IsLetter(At(text, SkipSpaces(text, unit->end)))) text.remove_prefix(3);
  }
  if (HasAt(text, 0, "*") || HasAt(text, 0, "x 10")) {
    const std::optional<NumberReading> scale =
        ReadNumber(text, SkipSpaces(text, 1), DecimalComma::kNo);
    if (scale) begin = scale->end;
  }
  const std::optional<UnitReading> unit = ReadUnit(text, begin);
  if (!unit) {
    // A word of its own may be a unit that nobody knows: "\\boxed{5} furlongs."
    const size_t word = WordEnd(text, 0);
    const bool alone = word > 2 && SkipSpaces(text, word) >= text.size() && !IsSentenceWord(text);
    return std::string(text.substr(0, alone ? word : begin));
  }
  const std::string_view name = TrimAsciiSpace(text.substr(begin, unit->end - begin));
  const bool more = IsLetter(At(text, SkipSpaces(text, unit->end)));
  // "\boxed{5} A check shows…"
  if (name == "A" && more) return std::string(text.substr(0, begin));
  return std::string(text.substr(0, unit->end));
}

bool HasUnit(std::string_view text) {
  const std::optional<Quantities> list =
      ReadQuantities(Plain(text), Reach::kWhole, DecimalComma::kNo);
  return !list || list->items.back().unit.has_value();
}

std::string WithUnit(std::string text, std::string_view response, size_t end) {
  if (HasUnit(text)) return text;
  const std::string behind = UnitBehind(response, end);
  if (behind.empty()) return text;
  return std::move(text) + " " + behind;
}

std::optional<char> LetterAt(std::string_view text, size_t* at) {
  size_t begin = SkipSpaces(text, *at);
  for (const std::string_view word : {"option", "Option", "choice", "Choice", "answer", "Answer"}) {
    if (HasAt(text, begin, word) && At(text, begin + word.size()) == ' ') {
      begin = SkipSpaces(text, begin + word.size());
    }
  }
  const bool bracket = At(text, begin) == '(';
  size_t end = SkipSpaces(text, begin + bracket);
  const char letter = At(text, end);
  const bool upper = letter >= 'A' && letter <= 'J';
  const bool lower = bracket && letter >= 'a' && letter <= 'j';
  ++end;
  if (!(upper || lower) || IsLetter(At(text, end)) || IsDigit(At(text, end))) return std::nullopt;
  if (bracket) {
    end = SkipSpaces(text, end);
    if (At(text, end) != ')') return std::nullopt;
    ++end;
  }
  *at = end;
  return lower ? static_cast<char>(letter - 'a' + 'A') : letter;
}

bool IsImplicit(math::ExtractRule rule) {
  return rule == math::ExtractRule::kLastFormula || rule == math::ExtractRule::kLastExpression ||
         rule == math::ExtractRule::kLastNumber;
}

// What the last sentence says: "So the compound is **H2SO4**." → "H2SO4".
std::string LastClaim(std::string_view response) {
  constexpr std::string_view kThinkEnd = "</think>";
  const size_t think = response.rfind(kThinkEnd);
  if (think != std::string_view::npos) response.remove_prefix(think + kThinkEnd.size());
  response = TrimAsciiSpace(response);
  while (!response.empty() && (response.back() == '.' || response.back() == '*')) {
    response.remove_suffix(1);
  }
  size_t begin = response.size();
  const size_t stop = response.size() - std::min(response.size(), kLongestStatement);
  while (begin > stop && !EndsSentence(response, begin - 1)) --begin;
  std::string_view sentence = response.substr(begin);
  size_t cut = 0;
  for (const std::string_view joint : {" is ", " are ", ": "}) {
    const size_t found = sentence.rfind(joint);
    if (found != std::string_view::npos) cut = std::max(cut, found + joint.size());
  }
  return std::string(TrimAsciiSpace(sentence.substr(cut)));
}

// Where the last "answer is" or "Answer:" ends that stands in the sentence of a place or before it
// on its line; npos: there is none.
size_t MarkerEnd(std::string_view response, size_t offset) {
  constexpr size_t kFarthest = 300;
  const size_t stop = offset - std::min(offset, kFarthest);
  const std::string before = AsciiLower(response.substr(stop, offset - stop));
  size_t from = 0;
  for (const std::string_view marker : {"answer is", "answer:"}) {
    const size_t found = before.rfind(marker);
    if (found != std::string::npos) from = std::max(from, found + marker.size());
  }
  if (from == 0) return std::string_view::npos;
  constexpr std::string_view kTypeset = " *:$~";
  while (from < before.size() && kTypeset.find(before[from]) != std::string_view::npos) ++from;
  for (size_t at = from; at < before.size(); ++at) {
    if (EndsSentence(before, at)) return std::string_view::npos;
  }
  return stop + from;
}

// Where the sentence of an announced answer states a number: "the answer is 5 J, since the force
// is 2 N" states 5 J. `offset` where it does not.
size_t StatedFrom(std::string_view response, size_t offset) {
  size_t from = MarkerEnd(response, offset);
  if (from == std::string_view::npos) return offset;
  for (const std::string_view hedge :
       {"approximately ", "about ", "roughly ", "\\(", "\\approx", "$", "-"}) {
    if (HasAt(response, from, hedge) && from + hedge.size() <= offset) {
      if (hedge == "-") return IsDigit(At(response, from + 1)) ? from : offset;
      from = SkipSpaces(response, from + hedge.size());
    }
  }
  return from < offset && IsDigit(At(response, from)) ? from : offset;
}

// Where the quantity begins whose end was found: numbers and product signs before "kg/m^3".
size_t QuantityStart(std::string_view response, size_t offset) {
  constexpr size_t kFarthest = 60;
  const size_t stop = offset - std::min(offset, kFarthest);
  const auto token_start = [&](size_t end) {
    while (end > stop && response[end - 1] != ' ' && response[end - 1] != '\n') --end;
    return end;
  };
  size_t begin = token_start(offset);
  size_t number = begin;
  while (number > stop && response[number - 1] == ' ') {
    const size_t before = token_start(number - 1);
    const std::string token = Plain(response.substr(before, number - 1 - before));
    if (token == "*" || token == "x") {
      number = before;
      continue;
    }
    const std::optional<NumberReading> reading = ReadNumber(token, 0, DecimalComma::kYes);
    if (!reading || reading->end != token.size()) break;
    begin = number = before;
  }
  // Without a number before it, what was found is all.
  return begin == token_start(offset) && !IsDigit(At(response, begin)) ? offset : begin;
}

// Whether a letter that was picked out of a sentence is one of several: "A or B".
bool HasLetterBefore(std::string_view response, size_t offset) {
  constexpr size_t kFarthest = 12;
  const size_t stop = offset - std::min(offset, kFarthest);
  const std::string plain = Plain(response.substr(stop, offset - stop));
  std::string_view text = TrimAsciiSpace(plain);
  if (!text.empty() && text.back() == '(') text = TrimAsciiSpace(text.substr(0, text.size() - 1));
  bool joined = false;
  for (const std::string_view joint : {" or", " and", ",", "/"}) {
    if (text.size() <= joint.size() || text.substr(text.size() - joint.size()) != joint) continue;
    text = TrimAsciiSpace(text.substr(0, text.size() - joint.size()));
    joined = true;
  }
  if (!joined || text.empty()) return false;
  if (text.back() == ')') text.remove_suffix(1);
  if (text.empty() || text.back() < 'A' || text.back() > 'J') return false;
  return text.size() == 1 || !IsLetter(text[text.size() - 2]);
}

}  // namespace

std::optional<FoundAnswer> FindAnswer(std::string_view response, bool choice) {
  math::ExtractOptions options;
  options.expect_choice = choice;
  math::Extraction extraction = math::ExtractAnswer(response, options);
  FoundAnswer answer;
  if (!extraction.found) {
    if (extraction.reason != math::Reason::kNoAnswer || choice) return std::nullopt;
    answer.claim = LastClaim(response);
    return answer;
  }
  if (IsImplicit(extraction.rule)) answer.claim = LastClaim(response);
  answer.offset = std::min(extraction.offset, response.size());
  answer.length = std::min(extraction.length, response.size() - answer.offset);
  const size_t found_end = answer.offset + answer.length;
  if (IsBoxRule(extraction.rule)) {
    if (extraction.boxes.size() < 2) {
      answer.text = WithUnit(std::move(extraction.text), response, found_end);
      return answer;
    }
    bool any = false;
    std::string joined;
    for (const math::ExtractCandidate& box : extraction.boxes) {
      const std::string text = WithUnit(box.text, response, box.offset + box.length);
      any |= text.size() != box.text.size();
      joined += (joined.empty() ? "" : " ; ") + text;
    }
    answer.text = any ? joined : std::move(extraction.text);
    return answer;
  }
  answer.text = std::move(extraction.text);
  const bool announced = extraction.rule == math::ExtractRule::kAnswerMarker ||
                         extraction.rule == math::ExtractRule::kFinalAnswer;
  size_t begin = announced ? StatedFrom(response, answer.offset) : answer.offset;
  if (extraction.rule == math::ExtractRule::kLastExpression) {
    begin = QuantityStart(response, answer.offset);
  }
  const size_t end = SentenceEnd(response, found_end, kLongestStatement);
  const size_t marker = announced ? MarkerEnd(response, answer.offset) : std::string_view::npos;
  if (marker < end) answer.claim = response.substr(marker, end - marker);
  if (end - begin <= 2 * kLongestStatement) answer.statement = response.substr(begin, end - begin);
  answer.hedged = choice && HasLetterBefore(response, answer.offset);
  return answer;
}

std::string GoldAnswer(std::string_view gold) {
  math::Extraction extraction = math::ExtractGold(gold);
  if (!extraction.found) return {};
  if (extraction.rule == math::ExtractRule::kBare) return std::string(TrimAsciiSpace(gold));
  return std::move(extraction.text);
}

std::optional<Choice> ReadChoice(std::string_view plain) {
  const std::string_view text = TrimAsciiSpace(plain);
  Choice choice;
  size_t at = 0;
  while (true) {
    const std::optional<char> letter = LetterAt(text, &at);
    if (!letter) return std::nullopt;
    choice.letters += *letter;
    // "B) or (C)": the bracket of a letter that was cut out of its sentence.
    const bool cut_out = At(text, at) == ')';
    const size_t next = SkipSpaces(text, at + cut_out);
    if (next >= text.size()) break;
    // Another letter, or the option's text.
    bool another = false;
    for (const std::string_view joint : {", and ", ", or ", ",", ";", "and ", "& ", "or ", "/"}) {
      if (!HasAt(text, next, joint)) continue;
      size_t other = next + joint.size();
      size_t probe = other;
      if (!LetterAt(text, &probe)) break;
      if (joint == "or " || joint == ", or " || joint == "/") return Choice{};
      at = other;
      another = true;
      break;
    }
    if (another) continue;
    const bool bracketed = cut_out || text[at - 1] == ')';
    const bool marked = text[next] == '.' || text[next] == ':';
    if (!bracketed && !marked && text[next] != ',') return std::nullopt;
    choice.text = TrimAsciiSpace(text.substr(marked ? next + 1 : next));
    size_t second = HasAt(choice.text, 0, "or ") ? 3 : 0;
    if (second > 0 && LetterAt(choice.text, &second)) return Choice{};
    break;
  }
  std::sort(choice.letters.begin(), choice.letters.end());
  choice.letters.erase(std::unique(choice.letters.begin(), choice.letters.end()),
                       choice.letters.end());
  return choice;
}

}  // namespace assay::science
