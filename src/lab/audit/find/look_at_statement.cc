#include <array>

#include "base/text.h"
#include "lab/audit/find/finders.h"

namespace assay::audit {
namespace {

constexpr std::array<std::string_view, 16> kAnyAnswer = {
    "print any of them",     "output any of them",   "you can print any",
    "you may print any",     "you can output any",   "you may output any",
    "if there are multiple", "if there are several", "if there is more than one",
    "if multiple answers",   "if several answers",   "any valid answer",
    "any of the valid",      "print any one",        "output any one",
    "any correct answer"};
constexpr std::array<std::string_view, 4> kAnyOrder = {
    "in any order", "in arbitrary order", "order does not matter", "order doesn't matter"};
constexpr std::array<std::string_view, 4> kTolerance = {
    "absolute or relative error", "relative or absolute error", "absolute error", "relative error"};
// What follows "if there are multiple" may name the one that is wanted.
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
  const size_t any = Find(text, kAnyAnswer);
  if (any != text.npos) {
    constexpr size_t kSentence = 120;  // bytes
    const std::string rest = text.substr(any, kSentence);
    words.any_answer = Find(rest.substr(0, rest.find(". ")), kOneWanted) == rest.npos;
  }
  words.any_order = Find(text, kAnyOrder) != text.npos;
  words.tolerance = Find(text, kTolerance) != text.npos;
  return words;
}

void LookAtStatement(Evidence* evidence) {
  const lab::ProblemParts& parts = evidence->parts;
  if (!parts.prints() || !parts.compares()) return;
  const AnswerWords words = WordsOfStatement(evidence->problem->statement);
  if (words.said() && !evidence->Has(FindingKind::kSeveralAnswers) &&
      !evidence->Has(FindingKind::kComparisonTooStrict)) {
    Finding finding =
        MakeFinding(FindingKind::kSeveralAnswers,
                    words.any_answer ? "the statement allows several answers, and there is no "
                                       "checker"
                                     : "the statement leaves an order open, which may be that "
                                       "of the output, and there is no checker");
    // An order may be that of the input.
    if (!words.any_answer) finding.advice = Advice::kKeep;
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
