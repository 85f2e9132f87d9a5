// A map: words that announce an answer and those that don't; where a statement begins and ends; how
// one is read (LoneLetter, ReadStatement); then the entries AnnouncedAnswer and AnswerLine.

#include "math/find/extract_marker.h"

#include <algorithm>
#include <array>
#include <optional>

#include "math/find/disclaim.h"
#include "math/find/extract_boxes.h"
#include "math/find/extract_text.h"

namespace assay::math {
namespace {

// A statement longer than this is not an answer.
constexpr size_t kMaxStatement = 4096;
// Between "answer" and its "is" or colon: "the answer to the second question is".
constexpr size_t kMaxConnector = 80;
constexpr int kMaxAttempts = 32;
constexpr int kMaxTextWords = 8;

// Words that announce an answer, lower case where the script has case.
constexpr std::array<std::string_view, 14> kMarkers = {
    "answer", "réponse", "antwort", "respuesta", "risposta", "resposta", "ответ",
    "答案",   "答え",    "回答",    "정답",      "उत्तर",     "الإجابة",  "correct option"};

// After these, "answer" is not followed by an answer: "the answer choices are".
constexpr std::array<std::string_view, 8> kNotAnnouncing = {
    "choice", "option", "key", "sheet", "format", "should be in", "in the form", "the question"};

// What models say in place of an answer.
constexpr std::array<std::string_view, 12> kEmptyStatements = {
    "correct", "wrong", "incorrect", "below",   "above",         "as follows",
    "not",     "given", "therefore", "unclear", "correct as is", "obvious"};

bool IsOneOf(std::string_view text, size_t pos, size_t end, const auto& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return pos + word.size() <= end && StartsWithNoCaseAt(text, pos, word);
  });
}

size_t SkipDecoration(std::string_view text, size_t pos, size_t end) {
  while (pos < end && (IsBlank(text[pos]) || text[pos] == '*' || text[pos] == '_' ||
                       text[pos] == ':' || text[pos] == '#' || text[pos] == '>')) {
    ++pos;
  }
  return pos;
}

// Whether only decoration stands between the start of the line and pos.
bool StartsLine(std::string_view text, size_t begin, size_t pos) {
  while (pos > begin) {
    const char c = text[pos - 1];
    if (c == '\n') return true;
    if (c != '*' && c != '#' && c != ' ' && c != '_' && c != '>') return false;
    --pos;
  }
  return true;
}

// Where the statement begins after a marker word that ends at pos, or npos when the word announces
// nothing there.
size_t StatementBegin(std::string_view text, size_t marker, size_t pos, size_t range_begin,
                      size_t end, bool colon_only) {
  constexpr size_t npos = std::string_view::npos;
  if (pos < end && text[pos] == 's') ++pos;
  size_t i = pos;
  while (i < end && (text[i] == ' ' || text[i] == '*' || text[i] == '_')) ++i;
  if (i >= end) return npos;
  if (text[i] == ':' || StartsWithAt(text, i, "：")) {
    return SkipDecoration(text, i + (text[i] == ':' ? 1 : 3), end);
  }
  if (colon_only) return npos;
  if (text[i] == '\n') {
    // A heading: "**Final Answer**" on a line of its own.
    size_t word = marker;
    if (word >= range_begin + 6 && StartsWithNoCaseAt(text, word - 6, "final ")) word -= 6;
    return StartsLine(text, range_begin, word) ? SkipDecoration(text, i, end) : npos;
  }
  if (text[i] == '$' || (text[i] == '\\' && i + 1 < end &&
                         (text[i + 1] == '(' || text[i + 1] == '[' || text[i + 1] == 'b'))) {
    return i;
  }
  if (IsOneOf(text, i, end, kNotAnnouncing)) return npos;
  const size_t limit = std::min(end, i + kMaxConnector);
  for (size_t j = i; j < limit; ++j) {
    if (text[j] == '\n') return npos;
    if (text[j] == '.' && j + 1 < end && IsBlank(text[j + 1])) return npos;
    if (text[j] == ':') return SkipDecoration(text, j + 1, end);
    for (std::string_view verb : {"为", "是", "は"}) {
      if (StartsWithAt(text, j, verb)) return SkipDecoration(text, j + verb.size(), end);
    }
    if (j > 0 && !IsBlank(text[j - 1])) continue;
    for (std::string_view verb :
         {"is", "are", "was", "be", "equals", "=", "est", "ist", "es", "é", "è"}) {
      const size_t after = j + verb.size();
      if (after < end && StartsWithNoCaseAt(text, j, verb) &&
          (IsBlank(text[after]) || text[after] == ':' || text[after] == '*')) {
        const size_t statement = SkipDecoration(text, after, end);
        if (StartsWithNoCaseAt(text, statement, "not ") ||
            DeniesNext(text.substr(i, statement - i))) {
          return npos;
        }
        return statement;
      }
    }
  }
  return npos;
}

// The sentence that begins at `begin`: to the end of the line or the full stop, with formulas
// skipped as a whole.
Span Sentence(std::string_view text, size_t begin, size_t end) {
  end = std::min(end, begin + kMaxStatement);
  size_t i = begin;
  while (i < end) {
    const char c = text[i];
    if (c == '$' || c == '\\') {
      bool truncated = false;
      if (auto item = FormulaAt(text, i, end, &truncated)) {
        i = item->outer.end;
        continue;
      }
      if (truncated) return {begin, begin};
      i += c == '\\' ? 2 : 1;
      continue;
    }
    if (c == '\n') {
      // A formula on lines of its own continues the sentence.
      const size_t next = SkipDecoration(text, i, end);
      if (next < end && (text[next] == '$' || StartsWithAt(text, next, "\\[") ||
                         StartsWithAt(text, next, "\\("))) {
        const Span so_far = TrimBlanks(text, {begin, i});
        const char last = so_far.empty() ? ':' : text[so_far.end - 1];
        if (last == ':' || last == 's' || so_far.empty()) {
          i = next;
          continue;
        }
      }
      break;
    }
    if (c == '.' && (i + 1 >= end || IsBlank(text[i + 1]) || text[i + 1] == '*')) {
      size_t next = i + 1;
      while (next < end && (text[next] == ' ' || text[next] == '*')) ++next;
      const bool lower = next < end && text[next] >= 'a' && text[next] <= 'z';
      if (!lower) break;
    }
    if (StartsWithAt(text, i, "。") || StartsWithAt(text, i, "<|")) break;
    ++i;
  }
  return {begin, std::min(i, end)};
}

// After the last " is " or " are " outside formulas when something follows it there.
size_t AfterVerb(std::string_view text, Span statement, const std::vector<Item>& items) {
  size_t best = statement.begin;
  size_t item = 0;
  for (size_t i = statement.begin; i < statement.end; ++i) {
    while (item < items.size() && items[item].outer.end <= i) ++item;
    if (item < items.size() && items[item].outer.begin <= i) {
      i = items[item].outer.end - 1;
      continue;
    }
    for (std::string_view verb : {" is ", " are ", " equals ", " is: ", " be "}) {
      if (!StartsWithAt(text, i, verb)) continue;
      const size_t after = i + verb.size();
      if (!items.empty() && items.back().outer.end > after) best = after;
    }
  }
  return best;
}

// "(35 + 70 = 105)" is a remark in parentheses; "(1, 2)" is a pair.
Span WithoutParentheses(std::string_view text, Span span) {
  const std::string_view s = Slice(text, span);
  const bool wrapped = s.size() > 2 && s.front() == '(' && s.find(')') == s.size() - 1;
  if (!wrapped || s.find('=') == std::string_view::npos || s.find(',') != std::string_view::npos) {
    return span;
  }
  return {span.begin + 1, span.end - 1};
}

ExtractCandidate Candidate(std::string text, Span span, ExtractRule rule) {
  return {std::move(text), span.begin, span.size(), rule};
}

// Whether the letter at pos is part of a calculation: "\\mathrm{E}*2".
bool IsOperand(std::string_view text, Span range, size_t pos) {
  constexpr std::string_view kOperators = "*+/^";
  constexpr std::string_view kWrapping = "{}() $";
  size_t after = pos + 1;
  while (after < range.end && kWrapping.find(text[after]) != std::string_view::npos) ++after;
  const char next = after < range.end ? text[after] : '\0';
  // Markdown's "**" is no operator.
  const bool emphasis = next == '*' && (after + 1 >= range.end || text[after + 1] == '*');
  if (next == '=' ||
      (kOperators.find(next) != std::string_view::npos && next != '\0' && !emphasis)) {
    return true;
  }
  size_t before = pos;
  while (before > range.begin && kWrapping.find(text[before - 1]) != std::string_view::npos)
    --before;
  if (before == range.begin) return false;
  const char previous = text[before - 1];
  if (previous == '*') return before >= range.begin + 2 && IsDigit(text[before - 2]);
  return kOperators.find(previous) != std::string_view::npos;
}

}  // namespace

Span LoneLetter(std::string_view text, Span range) {
  for (size_t i = range.begin; i < range.end; ++i) {
    const size_t word_end = WordEnd(text, i, range.end);
    if (word_end == i) continue;
    const char c = text[i];
    if (word_end == i + 1 && c >= 'A' && c <= 'J') {
      const bool glued_before = i > range.begin && (IsDigit(text[i - 1]) || text[i - 1] == '_' ||
                                                    text[i - 1] == '\\' || text[i - 1] == '^');
      const char next = word_end < range.end ? text[word_end] : '\0';
      const bool glued_after = IsDigit(next) || next == '_' || next == '\'' || next == '^';
      // "A" and "I" as words are followed by another word; as options they stand alone or in marks.
      const bool article = (c == 'A' || c == 'I') && next == ' ' &&
                           (i == range.begin || text[i - 1] == ' ') && word_end + 1 < range.end &&
                           text[word_end + 1] >= 'a' && text[word_end + 1] <= 'z';
      if (!glued_before && !glued_after && !article && !IsOperand(text, range, i)) {
        return {i, i + 1};
      }
    }
    i = word_end - 1;
  }
  return {};
}

std::vector<ExtractCandidate> ReadStatement(std::string_view text, Span statement, ExtractRule rule,
                                            bool expect_choice) {
  std::vector<ExtractCandidate> readings;
  statement = TrimAnswer(text, statement);
  if (statement.empty()) return readings;
  if (const std::vector<Box> boxes = LastBoxes(text, statement, true); !boxes.empty()) {
    readings.push_back(Candidate(JoinBoxes(text, boxes, statement.end),
                                 {boxes.front().outer.begin, boxes.back().outer.end}, rule));
    return readings;
  }
  if (expect_choice) {
    const Span letter = LoneLetter(text, statement);
    if (!letter.empty() && !Disclaimed(text, statement, letter)) {
      readings.push_back(Candidate(std::string(Slice(text, letter)), letter, rule));
      return readings;
    }
  }
  const Items scan = ScanItems(text, statement);
  if (scan.truncated) return readings;
  const size_t begin = AfterVerb(text, statement, scan.items);
  std::vector<Item> items;
  bool has_formula = false;
  for (const Item& item : scan.items) {
    if (item.outer.begin < begin) continue;
    items.push_back(item);
    has_formula |= item.kind == ItemKind::kFormula;
  }
  const Span rest = WithoutParentheses(text, TrimAnswer(text, {begin, statement.end}));
  if (!has_formula) {
    // Worded or undelimited: the whole of it when it is short, then the number in it.
    constexpr int kShortWords = 3;
    const int words = CountWords(text, rest, kMaxTextWords + 1);
    // A calculation is read for its result.
    const bool calculation = items.size() == 1 && items[0].kind == ItemKind::kExpression &&
                             items[0].outer.begin <= rest.begin && items[0].outer.end >= rest.end;
    const std::string_view whole = Slice(text, calculation ? items[0].inner : rest);
    const bool empty_words = IsOneOf(text, rest.begin, rest.end, kEmptyStatements);
    if (!rest.empty() && !empty_words && !Disclaimed(text, statement, rest) &&
        (words <= kShortWords || (items.empty() && words <= kMaxTextWords))) {
      readings.push_back(Candidate(std::string(whole), rest, rule));
    }
    if (!items.empty() && !Disclaimed(text, statement, items.front().outer)) {
      readings.push_back(
          Candidate(ItemText(text, items.front(), statement.end), items.front().outer, rule));
    }
    if (readings.size() == 2 && readings[0].text == readings[1].text) readings.pop_back();
    return readings;
  }
  // The first formula or number that is not just a name, with the list it begins.
  size_t first = 0;
  while (first + 1 < items.size() && items[first].kind == ItemKind::kFormula &&
         IsName(Slice(text, TrimAnswer(text, items[first].inner)))) {
    ++first;
  }
  if (Disclaimed(text, statement, items[first].outer)) return readings;
  std::string joined = ItemText(text, items[first], statement.end);
  size_t last = first;
  while (last + 1 < items.size() && items[last].kind == ItemKind::kFormula &&
         items[last + 1].kind == ItemKind::kFormula &&
         IsListGap(Slice(text, {items[last].outer.end, items[last + 1].outer.begin})) &&
         !DeniesNext(Slice(text, {items[last].outer.end, items[last + 1].outer.begin}))) {
    ++last;
    joined += ", " + ItemText(text, items[last], statement.end);
  }
  readings.push_back(
      Candidate(std::move(joined), {items[first].outer.begin, items[last].outer.end}, rule));
  return readings;
}

std::vector<ExtractCandidate> AnnouncedAnswer(std::string_view text, Span range, MarkerKind kind,
                                              bool expect_choice) {
  const bool final_only = kind == MarkerKind::kFinal || kind == MarkerKind::kFinalHope;
  const size_t markers = final_only || kind == MarkerKind::kColon ? 1 : kMarkers.size();
  int attempts = kMaxAttempts;
  for (size_t i = range.end; i-- > range.begin && attempts > 0;) {
    // Every marker begins with a letter of either case or a byte outside ASCII.
    if (!IsAsciiLetter(text[i]) && (text[i] & 0x80) == 0) continue;
    for (size_t k = 0; k < markers; ++k) {
      if (!StartsWithNoCaseAt(text, i, kMarkers[k])) continue;
      if (i + kMarkers[k].size() > range.end) continue;
      constexpr std::string_view kFinalWord = "final ";
      const bool is_final = i >= range.begin + kFinalWord.size() &&
                            StartsWithNoCaseAt(text, i - kFinalWord.size(), kFinalWord);
      if (final_only && !is_final) break;
      --attempts;
      const size_t begin = StatementBegin(text, i, i + kMarkers[k].size(), range.begin, range.end,
                                          kind == MarkerKind::kColon);
      if (begin == std::string_view::npos || begin >= range.end) break;
      Span statement = Sentence(text, begin, range.end);
      if (kind == MarkerKind::kFinalHope) {
        const size_t window_end = std::min(range.end, statement.end + 16);
        const std::string_view after = Slice(text, {statement.end, window_end});
        if (after.find("I hope") == std::string_view::npos) break;
      }
      auto readings = ReadStatement(
          text, statement, is_final ? ExtractRule::kFinalAnswer : ExtractRule::kAnswerMarker,
          expect_choice);
      if (!readings.empty()) return readings;
      break;
    }
  }
  return {};
}

std::vector<ExtractCandidate> AnswerLine(std::string_view text, Span range) {
  constexpr std::string_view kWord = "answer";
  size_t before = range.end;
  while (true) {
    const size_t found = RFindNoCase(text, kWord, before);
    if (found == std::string_view::npos || found < range.begin) return {};
    size_t i = found + kWord.size();
    while (i < range.end && text[i] == ' ') ++i;
    if (i < range.end && text[i] == ':') {
      size_t end = text.find('\n', i);
      end = std::min(end, range.end);
      const Span line = TrimBlanks(text, {i + 1, end});
      if (!line.empty()) {
        return {Candidate(std::string(Slice(text, line)), line, ExtractRule::kAnswerLine)};
      }
    }
    if (found == 0) return {};
    before = found;
  }
}

}  // namespace assay::math
