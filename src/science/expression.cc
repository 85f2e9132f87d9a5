#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "math/decide/verify.h"
#include "science/read/notation.h"
#include "science/ways.h"

namespace assay::science {
namespace {

Verdict CompareExpressions(const std::string& gold, const std::string& answer) {
  math::VerifyOptions options;
  options.ignore_units = false;
  const math::VerifyResult result = math::VerifyAnswer(gold, answer, options);
  switch (result.outcome) {
    case math::Outcome::kCorrect: return Correct(Reason::kEqual);
    case math::Outcome::kIncorrect:
      if (result.reason == math::Reason::kProseDiffers ||
          result.reason == math::Reason::kTextDiffers) {
        return Undecided(Reason::kText);
      }
      return Incorrect(Reason::kExpressionsDiffer);
    case math::Outcome::kUnparseable:
      return result.reason == math::Reason::kAnswerUnparseable
                 ? Incorrect(Reason::kAnswerUnreadable)
                 : Undecided(Reason::kText);
    case math::Outcome::kUndecided: break;
  }
  return Undecided(Reason::kUnclear);
}

// All of a text is one formula between dollar signs.
bool IsOneFormula(std::string_view text) {
  return text.size() > 2 && text.front() == '$' && text.find('$', 1) == text.size() - 1;
}

// "$mgh$" as a product: "$m g h$".
std::string Spaced(std::string_view formula) {
  const size_t first = formula.find_first_not_of("-.0123456789 ", 1);
  if (!IsOneFormula(formula) || WordEnd(formula, first) != formula.size() - 1) {
    return std::string(formula);
  }
  std::string spaced;
  for (const char c : formula) {
    if (IsLetter(c)) spaced += ' ';
    spaced += c;
  }
  return spaced;
}

}  // namespace

std::optional<std::string> BehindHedge(std::string_view written) {
  const std::string plain = Plain(written);
  const size_t begin = std::min(plain.find_first_not_of(" ,;($"), plain.size());
  const size_t end = HedgeEnd(plain, begin);
  if (end == 0) return std::nullopt;
  return plain.substr(std::min(end, plain.size()));
}

Verdict JudgeExpression(const Gold& gold, const FoundAnswer& answer) {
  if (answer.is_part) return Incorrect(Reason::kAnswerUnreadable);
  if (answer.hedged || BehindHedge(answer.beyond)) return Incorrect(Reason::kSeveralAnswers);
  // A formula of letters alone is only a name to those who look for numbers.
  std::string text = answer.text;
  if (answer.implied && !answer.wholes.empty() && IsOneFormula(answer.wholes.front())) {
    text = answer.wholes.front();
  }
  const std::string wanted = Spaced(TrimAsciiSpace(gold.written));
  Verdict verdict = CompareExpressions(wanted, Spaced(text));
  // "\\Delta S = C_V \\ln 2" for a gold without a name.
  const size_t equals = text.rfind('=');
  if (verdict.outcome != Outcome::kCorrect && equals != std::string::npos && equals > 0 &&
      gold.written.find('=') == std::string::npos &&
      std::string_view("<>!").find(text[equals - 1]) == std::string_view::npos) {
    std::string right = text.substr(equals + 1);
    if (IsOneFormula(text)) right.pop_back();
    const Verdict again = CompareExpressions(wanted, right);
    if (again.outcome == Outcome::kCorrect) verdict = again;
  }
  return verdict;
}

}  // namespace assay::science
