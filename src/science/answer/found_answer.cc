#include "science/answer/found_answer.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "math/find/extract.h"
#include "science/read/notation.h"
#include "science/read/quantity.h"

namespace assay::science {
namespace {

constexpr size_t kLongestStatement = 2000;
constexpr std::string_view kClose = "</answer>";

bool IsBoxRule(math::ExtractRule rule) {
  return rule == math::ExtractRule::kBoxed || rule == math::ExtractRule::kBoxedSeveral ||
         rule == math::ExtractRule::kBoxTokens;
}

bool IsImplicit(math::ExtractRule rule) {
  return rule == math::ExtractRule::kLastFormula || rule == math::ExtractRule::kLastExpression ||
         rule == math::ExtractRule::kLastNumber;
}

struct LastSentence {
  std::string whole;
  std::string claim;  // "So the compound is **H2SO4**." → "H2SO4"
  size_t begin = 0;   // in the response
};

LastSentence FindLastSentence(std::string_view response) {
  constexpr std::string_view kThinkEnd = "</think>";
  LastSentence last;
  const size_t think = response.rfind(kThinkEnd);
  const size_t start = think == std::string_view::npos ? 0 : think + kThinkEnd.size();
  size_t end = response.size();
  const auto passes = [](char c) {
    return c == '.' || c == '*' || c == ' ' || c == '\n' || c == '\r';
  };
  while (end > start && passes(response[end - 1])) --end;
  size_t begin = end;
  const size_t stop = std::max(start, end - std::min(end, kLongestStatement));
  while (begin > stop && !EndsSentence(response, begin - 1)) --begin;
  const std::string_view sentence = response.substr(begin, end - begin);
  size_t cut = 0;
  for (const std::string_view joint : {" is ", " are ", ": "}) {
    const size_t found = sentence.rfind(joint);
    if (found != std::string_view::npos) cut = std::max(cut, found + joint.size());
  }
  // "It is H2O or it is H2O2" claims both.
  const size_t other = sentence.substr(0, cut).find(" or ");
  if (other != std::string_view::npos) {
    const size_t first = sentence.find(" is ");
    cut = first < other ? first + std::string_view(" is ").size() : 0;
  }
  last.whole = TrimAsciiSpace(sentence);
  last.claim = TrimAsciiSpace(sentence.substr(cut));
  last.begin = begin;
  return last;
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

// Where the quantity begins whose end was found: numbers, product signs and units before "kg/m^3".
size_t QuantityStart(std::string_view response, size_t offset) {
  constexpr size_t kFarthest = 80;
  const size_t stop = offset - std::min(offset, kFarthest);
  const auto token_start = [&](size_t end) {
    while (end > stop && response[end - 1] != ' ' && response[end - 1] != '\n') --end;
    return end;
  };
  const size_t first = token_start(offset);
  size_t begin = offset;
  const auto is_number = [&](size_t from, size_t to) {
    const std::string token = Plain(response.substr(from, to - from));
    const std::optional<NumberReading> reading = ReadNumber(token, 0, DecimalComma::kYes);
    return reading && reading->end == token.size();
  };
  if (first < offset && IsDigit(At(response, first))) begin = first;
  for (size_t at = first; at > stop && response[at - 1] == ' ';) {
    const size_t before = token_start(at - 1);
    const std::string token = Plain(response.substr(before, at - 1 - before));
    if (is_number(before, at - 1)) {
      begin = before;
    } else if (token != "*" && token != "x") {
      const std::optional<UnitReading> unit = ReadUnit(token, 0);
      if (!unit || unit->end != token.size() || begin < offset) break;
    }
    at = before;
  }
  return begin;
}

// The quantity that "and", "or" or a comma joins to the one that begins at a place: "9 V and 8 V".
std::string QuantityBefore(std::string_view response, size_t begin) {
  constexpr size_t kFarthest = 60;
  const size_t stop = begin - std::min(begin, kFarthest);
  const std::string plain = Plain(response.substr(stop, begin - stop));
  std::string_view before = TrimAsciiSpace(plain);
  bool joined = false;
  for (const std::string_view joint : {" and", " or", ","}) {
    if (before.size() < joint.size() || before.substr(before.size() - joint.size()) != joint)
      continue;
    before = TrimAsciiSpace(before.substr(0, before.size() - joint.size()));
    joined = true;
  }
  if (!joined) return {};
  constexpr int kMostTokens = 4;
  size_t at = before.size();
  for (int i = 0; i < kMostTokens && at > 0; ++i) {
    at = before.substr(0, at).rfind(' ');
    const size_t token = at == std::string_view::npos ? 0 : at + 1;
    const std::optional<Piece> piece = ReadPiece(before.substr(token), DecimalComma::kNo);
    if (piece && piece->rest.empty() && piece->quantity.unit)
      return std::string(before.substr(token));
    if (token == 0) break;
  }
  return {};
}

// What is between the last answer tags.
struct TagInside {
  size_t begin = 0;
  size_t end = 0;
};
std::optional<TagInside> FindTag(std::string_view response) {
  constexpr std::string_view kOpen = "<answer>";
  const size_t close = response.rfind(kClose);
  if (close == std::string_view::npos) return std::nullopt;
  const size_t open = response.substr(0, close).rfind(kOpen);
  if (open == std::string_view::npos) return std::nullopt;
  return TagInside{open + kOpen.size(), close};
}

struct LastLine {
  std::string_view text;
  size_t begin = 0;
};
LastLine FindLastLine(std::string_view response) {
  size_t end = response.size();
  while (end > 0 &&
         (response[end - 1] == '\n' || response[end - 1] == ' ' || response[end - 1] == '\r'))
    --end;
  const size_t stop = end - std::min(end, kLongestStatement);
  size_t begin = end;
  while (begin > stop && response[begin - 1] != '\n') --begin;
  return {response.substr(begin, end - begin), begin};
}

math::Extraction Extract(std::string_view response, bool choice) {
  math::ExtractOptions options;
  options.expect_choice = choice;
  math::Extraction extraction = math::ExtractAnswer(response, options);
  if (extraction.rule != math::ExtractRule::kChoiceLetter) return extraction;
  // "The correct choice is C. plan B"
  const LastLine line = FindLastLine(response);
  if (line.begin <= extraction.offset) {
    if (const std::optional<size_t> letter = FindMarkedLetter(line.text)) {
      extraction.offset = line.begin + *letter;
      extraction.length = 1;
      extraction.text = line.text[*letter];
      return extraction;
    }
  }
  // "B, since it is 4.5 J": the last letter is none.
  constexpr int kMostUnits = 8;
  for (int i = 0; i < kMostUnits && extraction.rule == math::ExtractRule::kChoiceLetter &&
                  IsBehindNumber(response, extraction.offset);
       ++i) {
    const size_t from = extraction.offset - std::min(extraction.offset, kLongestStatement);
    math::Extraction before =
        math::ExtractAnswer(response.substr(from, extraction.offset - from), options);
    if (!before.found || before.rule != math::ExtractRule::kChoiceLetter) break;
    before.offset += from;
    extraction = std::move(before);
  }
  return extraction;
}

void FillFromBoxes(const math::Extraction& extraction, std::string_view response,
                   FoundAnswer* answer) {
  const size_t end = answer->offset + answer->length;
  const size_t sentence = SentenceEnd(response, end, kLongestTail);
  answer->beyond = response.substr(end, sentence - end);
  answer->beyond += HedgeBehind(response, sentence);
  if (extraction.boxes.size() < 2) {
    const Surroundings around = LookAround(response, answer->offset, end, HasUnit(extraction.text));
    answer->is_part = around.is_part;
    answer->hedged |= around.hedged;
    answer->text =
        WithUnit((around.minus ? "-" : "") + extraction.text, response, answer->offset, end);
    return;
  }
  bool any = false;
  std::string joined;
  for (const math::ExtractCandidate& box : extraction.boxes) {
    const size_t box_end = box.offset + box.length;
    const Surroundings around = LookAround(response, box.offset, box_end, HasUnit(box.text));
    answer->is_part |= around.is_part;
    const std::string text =
        WithUnit((around.minus ? "-" : "") + box.text, response, box_end, box_end);
    any |= text.size() != box.text.size();
    joined += (joined.empty() ? "" : " ; ") + text;
  }
  answer->text = any ? joined : extraction.text;
}

}  // namespace

std::optional<FoundAnswer> FindAnswer(std::string_view response, bool choice, size_t longest) {
  math::Extraction extraction = Extract(response, choice);
  FoundAnswer answer;
  if (!extraction.found) {
    if (extraction.reason != math::Reason::kNoAnswer || choice) return std::nullopt;
    LastSentence last = FindLastSentence(response);
    answer.claim = std::move(last.claim);
    answer.wholes = {std::move(last.whole)};
    return answer;
  }
  answer.offset = std::min(extraction.offset, response.size());
  answer.length = std::min(extraction.length, response.size() - answer.offset);
  if (extraction.text.size() > longest) {
    answer.text = std::move(extraction.text);
    return answer;
  }
  const size_t found_end = answer.offset + answer.length;
  if (extraction.rule == math::ExtractRule::kAnswerTag) {
    const std::optional<TagInside> tag = FindTag(response);
    if (tag && tag->begin <= answer.offset && found_end <= tag->end) {
      const std::string_view inside = response.substr(tag->begin, tag->end - tag->begin);
      // There is no tag in it.
      std::optional<FoundAnswer> inner = FindAnswer(inside, choice, longest);
      if (inner) {
        inner->offset += tag->begin;
        inner->implied = false;
        inner->beyond += HedgeBehind(response, tag->end + kClose.size());
        const bool boxed = inner->statement.empty();
        if (!boxed && inside.size() <= longest) {
          inner->wholes.insert(inner->wholes.begin(), std::string(inside));
          if (inner->claim.empty()) inner->claim = TrimAsciiSpace(inside);
        }
        const std::string with_unit =
            WithUnit(inner->text, response, tag->begin, tag->end + kClose.size());
        if (with_unit.size() != inner->text.size() && !choice) {
          inner->text = with_unit;
          inner->statement.clear();
          inner->wholes.clear();
        }
        return inner;
      }
    }
  }
  if (IsBoxRule(extraction.rule)) {
    FillFromBoxes(extraction, response, &answer);
    return answer;
  }
  answer.text = std::move(extraction.text);
  answer.implied = IsImplicit(extraction.rule);
  const bool announced = extraction.rule == math::ExtractRule::kAnswerMarker ||
                         extraction.rule == math::ExtractRule::kFinalAnswer;
  size_t begin = announced ? StatedFrom(response, answer.offset) : answer.offset;
  const size_t end = SentenceEnd(response, found_end, kLongestStatement);
  if (answer.implied) {
    LastSentence last = FindLastSentence(response);
    const std::string sentence = Plain(last.whole);
    answer.hedged = HasAt(sentence, 0, "Or ") || HasAt(sentence, 0, "or ") ||
                    HasAt(sentence, 0, "Alternatively");
    answer.wholes = {std::move(last.whole), last.claim};
    answer.claim = std::move(last.claim);
    begin = QuantityStart(response, answer.offset);
    answer.before = QuantityBefore(response, begin);
  } else if (extraction.rule == math::ExtractRule::kChoiceLetter) {
    const LastLine line = FindLastLine(response);
    if (line.begin <= answer.offset) answer.wholes = {std::string(line.text)};
  } else if (extraction.rule == math::ExtractRule::kBare) {
    answer.wholes = {answer.text};
    if (answer.text.find('\n') != std::string::npos) {
      // Working on lines of its own.
      answer.implied = true;
      LastSentence last = FindLastSentence(response);
      answer.wholes.push_back(last.whole);
      begin = std::max(begin, last.begin);
    }
  }
  const size_t marker = announced ? MarkerEnd(response, answer.offset) : std::string_view::npos;
  if (marker < end) {
    answer.claim = response.substr(marker, end - marker);
    answer.wholes = {answer.claim};
  }
  if (extraction.rule == math::ExtractRule::kLastFormula && begin == answer.offset) {
    // Of an aligned formula the last row was found.
    answer.statement = answer.text + " " + std::string(response.substr(found_end, end - found_end));
  } else if (end - begin <= 2 * kLongestStatement) {
    answer.statement = response.substr(begin, end - begin);
  }
  if (!HasUnit(answer.text)) {
    std::string unit = UnitBefore(response, begin);
    if (unit.empty() && announced) unit = UnitOnNextLine(response, end);
    if (!unit.empty() && !choice && !HasUnit(answer.statement)) {
      answer.text += " " + unit;
      answer.statement.clear();
      answer.wholes.clear();
    }
  }
  if (announced) answer.beyond = HedgeBehind(response, end);
  answer.hedged |= choice && HasLetterBefore(response, answer.offset);
  return answer;
}

std::string GoldAnswer(std::string_view gold) {
  math::Extraction extraction = math::ExtractGold(gold);
  if (!extraction.found) return {};
  if (extraction.rule == math::ExtractRule::kBare) return std::string(TrimAsciiSpace(gold));
  return std::move(extraction.text);
}

}  // namespace assay::science
