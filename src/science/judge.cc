#include "science/judge.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "science/answer/found_answer.h"
#include "science/gold.h"
#include "science/read/notation.h"
#include "science/ways.h"

namespace assay::science {
namespace {

Verdict JudgeKind(const Gold& gold, const FoundAnswer& answer, const CompareOptions& options);

Verdict JudgeChoice(const Gold& gold, const FoundAnswer& answer, const CompareOptions& options) {
  if (answer.hedged) return Incorrect(Reason::kSeveralAnswers);
  if (answer.is_part) return Incorrect(Reason::kAnswerUnreadable);
  std::vector<std::string> texts = answer.wholes;
  texts.push_back(answer.statement);
  texts.push_back(answer.text);
  for (std::string& text : texts) text = Plain(text);
  const bool only_letters = answer.beyond.empty() && !answer.wholes.empty() &&
                            OffersAnotherLetter(texts.front(), gold.choice->letters);
  if (only_letters && !ReadChoice(texts.front())) return Incorrect(Reason::kSeveralAnswers);
  for (const std::string& text : texts) {
    const std::optional<Choice> given = ReadChoice(text);
    if (!given) continue;
    if (given->letters.empty() || OffersAnotherLetter(text, given->letters) ||
        OffersAnotherLetter(Plain(answer.beyond), given->letters) ||
        OffersAnotherLetter(Plain(answer.statement), given->letters)) {
      return Incorrect(Reason::kSeveralAnswers);
    }
    return given->letters == gold.choice->letters ? Correct(Reason::kEqual)
                                                  : Incorrect(Reason::kChoiceDiffers);
  }
  if (gold.choice->text.empty()) return Incorrect(Reason::kChoiceDiffers);
  // The option's text instead of its letter.
  if (FoldedText(gold.choice->text) == FoldedText(answer.text)) return Correct(Reason::kSameText);
  return JudgeKind(ReadGold(gold.choice->text, false), answer, options);
}

Verdict JudgeText(const Gold& gold, const FoundAnswer& answer) {
  const std::string wanted = FoldedText(gold.written);
  const std::string given = FoldedText(answer.text);
  if (wanted == given) return Correct(Reason::kSameText);
  if (gold.choice) {
    const std::optional<Choice> choice = ReadChoice(Plain(answer.text));
    if (choice && choice->text.empty()) {
      return choice->letters == gold.choice->letters ? Correct(Reason::kEqual)
                                                     : Incorrect(Reason::kChoiceDiffers);
    }
  }
  if (IsTruth(wanted) && IsTruth(given)) {
    return Folded(wanted) == Folded(given) ? Correct(Reason::kSameText)
                                           : Incorrect(Reason::kChoiceDiffers);
  }
  return Undecided(Reason::kText);
}

Verdict JudgeKind(const Gold& gold, const FoundAnswer& answer, const CompareOptions& options) {
  switch (gold.kind) {
    case Kind::kQuantity: return JudgeQuantities(gold, answer, options);
    case Kind::kFormula: return JudgeFormula(gold, answer);
    case Kind::kReaction: return JudgeReaction(gold, answer);
    case Kind::kConfiguration: return JudgeConfiguration(gold, answer);
    case Kind::kChoice: return JudgeChoice(gold, answer, options);
    case Kind::kExpression: return JudgeExpression(gold, answer);
    case Kind::kText: break;
  }
  return JudgeText(gold, answer);
}

}  // namespace

Judged Judge(std::string_view gold, std::string_view response, const CompareOptions& options) {
  Judged judged;
  const auto decide = [&](Verdict verdict) {
    judged.outcome = verdict.outcome;
    judged.reason = verdict.reason;
    return judged;
  };
  if (gold.size() > kLongestResponse) return judged;
  judged.gold = GoldAnswer(gold);
  if (TrimAsciiSpace(judged.gold).empty()) return decide(Undecided(Reason::kGoldMissing));
  if (judged.gold.size() > kLongestAnswer) return judged;
  const Gold wanted = ReadGold(judged.gold, true);
  judged.kind = wanted.kind;
  if (response.size() > kLongestResponse) return decide(Incorrect(Reason::kAnswerTooLong));
  const bool letter = wanted.kind == Kind::kChoice && wanted.choice->letters.size() == 1;
  std::optional<FoundAnswer> found = FindAnswer(WithoutMarkdown(response), letter, kLongestAnswer);
  // A formula in a sentence is no answer to those who look for numbers.
  const bool claims = wanted.kind == Kind::kFormula || wanted.kind == Kind::kReaction ||
                      wanted.kind == Kind::kConfiguration;
  if (!found || (found->text.empty() && !claims)) return decide(Incorrect(Reason::kNoAnswer));
  judged.offset = found->offset;
  judged.length = found->length;
  if (found->text.size() > kLongestAnswer) return decide(Incorrect(Reason::kAnswerTooLong));
  judged.answer = claims && !found->claim.empty() ? found->claim : found->text;
  return decide(JudgeKind(wanted, *found, options));
}

}  // namespace assay::science
