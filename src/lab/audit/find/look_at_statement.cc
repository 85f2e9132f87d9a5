#include <algorithm>
#include <array>

#include "base/text.h"
#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

constexpr std::array<std::string_view, 11> kAnyAnswer = {
    "print any of them",  "output any of them", "you can print any", "you may print any",
    "you can output any", "you may output any", "any valid answer",  "any of the valid",
    "print any one",      "output any one",     "any correct answer"};
// What follows these must go on to say that any will do: they may speak of anything.
constexpr std::array<std::string_view, 5> kWhereSeveral = {
    "if there are multiple", "if there are several", "if there is more than one",
    "if multiple answers", "if several answers"};
constexpr std::array<std::string_view, 4> kAnyWillDo = {" any ", " any.", " any,", " arbitrary"};
constexpr std::array<std::string_view, 4> kAnyOrder = {
    "in any order", "in arbitrary order", "order does not matter", "order doesn't matter"};
constexpr std::array<std::string_view, 4> kTolerance = {
    "absolute or relative error", "relative or absolute error", "absolute error", "relative error"};
// An order that is of what is printed.
constexpr std::array<std::string_view, 2> kPrinted = {"print", "output"};
// What follows may name the one that is wanted.
constexpr std::array<std::string_view, 6> kOneWanted = {"lexicographically", "smallest", "largest",
                                                        "the first",         "minimum",  "maximum"};

template <typename Words>
size_t Find(const std::string& text, const Words& words) {
  for (const std::string_view each : words) {
    const size_t at = text.find(each);
    if (at != text.npos) return at;
  }
  return text.npos;
}

template <typename Words, typename Action>
void ForEach(const std::string& text, const Words& words, const Action& action) {
  for (const std::string_view each : words) {
    for (size_t at = text.find(each); at != text.npos; at = text.find(each, at + 1)) action(at);
  }
}

bool HasDecimals(const lab::ProblemParts& parts) {
  for (const lab::TestParts& test : parts.tests) {
    for (size_t at = test.expected.find('.'); at != test.expected.npos && at > 0;
         at = test.expected.find('.', at + 1)) {
      if (test.expected[at - 1] >= '0' && test.expected[at - 1] <= '9') return true;
    }
  }
  return false;
}

}  // namespace

AnswerWords WordsOfStatement(std::string_view statement) {
  std::string text = AsciiLower(statement);
  for (char& c : text) {
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  }
  AnswerWords words;
  constexpr size_t kSentence = 120;  // bytes
  const auto one_wanted = [&](size_t at) {
    const std::string rest = text.substr(at, kSentence);
    return Find(rest.substr(0, rest.find(". ")), kOneWanted) != rest.npos;
  };
  ForEach(text, kAnyAnswer, [&](size_t at) { words.any_answer |= !one_wanted(at); });
  ForEach(text, kWhereSeveral, [&](size_t at) {
    const bool any = Find(text.substr(at, kSentence), kAnyWillDo) != text.npos;
    words.any_answer |= any && !one_wanted(at);
  });
  ForEach(text, kAnyOrder, [&](size_t at) {
    constexpr size_t kBefore = 80;  // bytes of the sentence
    const size_t begin = at - std::min(at, kBefore);
    const std::string before = text.substr(begin, at - begin);
    const size_t end = before.rfind(". ");
    words.any_order = true;
    words.output_order |=
        Find(before.substr(end == before.npos ? 0 : end), kPrinted) != before.npos;
  });
  words.tolerance = Find(text, kTolerance) != text.npos;
  return words;
}

void LookAtStatement(Evidence* evidence) {
  const lab::ProblemParts& parts = evidence->parts;
  if (!parts.prints() || !parts.compares()) return;
  const AnswerWords words = WordsOfStatement(evidence->problem->statement);
  const bool unordered =
      parts.comparison == "unordered_lines" || parts.comparison == "testlib-uncmp";
  const bool open = words.any_answer || (words.any_order && !unordered);
  if (open && !evidence->Has(FindingKind::kSeveralAnswers) &&
      !evidence->Has(FindingKind::kComparisonTooStrict)) {
    Finding finding =
        MakeFinding(FindingKind::kSeveralAnswers,
                    words.any_answer     ? "the statement allows several answers, and there is no "
                                           "checker"
                    : words.output_order ? "the statement leaves the order of the output open, and "
                                           "there is no checker"
                                         : "the statement leaves an order open, which may be that "
                                           "of the output, and there is no checker");
    // An order may be that of the input.
    if (!words.any_answer && !words.output_order) finding.advice = Advice::kKeep;
    // Lines in any order will do where only that is left open; wrong programs have to fail by it.
    if (!words.any_answer && words.output_order && !evidence->wrong.empty() &&
        !evidence->change.comparison) {
      finding.mended = true;
      evidence->change.comparison = R"({"mode":"unordered_lines"})";
    }
    evidence->Add(std::move(finding));
  }
  const bool exact =
      parts.comparison == "exact" || parts.comparison == "lines" || parts.comparison == "tokens";
  if (exact && words.tolerance && !evidence->change.comparison && HasDecimals(parts)) {
    Finding finding = MakeFinding(FindingKind::kComparisonTooStrict,
                                  "the statement allows an error, and decimals are compared as "
                                  "texts");
    finding.mended = true;
    evidence->change.comparison = R"({"mode":"float"})";
    evidence->Add(std::move(finding));
  }
}

}  // namespace assay::audit
