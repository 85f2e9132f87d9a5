#include "science/judge.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "math/decide/verify.h"
#include "science/answer.h"
#include "science/chemistry.h"
#include "science/notation.h"
#include "science/quantity.h"
#include "science/reaction.h"

namespace assay::science {
namespace {

// A gold in every reading that fits it; the first that is there decides.
struct Gold {
  Kind kind = Kind::kText;
  std::string written;
  std::optional<Choice> choice;
  std::optional<Configuration> configuration;
  std::optional<Reaction> reaction;
  std::optional<Quantities> quantities;
  std::vector<Formula> formulas;
};

// Blanks and a final point aside. The case of a first letter means nothing in a word, and all in a
// genotype ("Aa").
std::string FoldedText(std::string_view text) {
  const std::string plain = Plain(text);
  std::string folded;
  for (const char c : TrimAsciiSpace(plain)) {
    if (c == ' ' && (folded.empty() || folded.back() == ' ')) continue;
    folded += c;
  }
  while (!folded.empty() && (folded.back() == '.' || folded.back() == ' ')) folded.pop_back();
  constexpr size_t kWord = 5;
  for (size_t at = 0; at < folded.size();) {
    const size_t end = WordEnd(folded, at);
    if (end >= at + kWord && std::all_of(folded.begin() + static_cast<ptrdiff_t>(at) + 1,
                                         folded.begin() + static_cast<ptrdiff_t>(end), IsLower)) {
      folded[at] = AsciiLower(folded.substr(at, 1))[0];
    }
    at = std::max(end, at + 1);
  }
  return folded;
}

constexpr std::string_view kTruths[] = {"yes", "no", "true", "false"};
bool IsTruth(std::string_view text) {
  return std::find(std::begin(kTruths), std::end(kTruths), Folded(text)) != std::end(kTruths);
}

// "E. coli": a genus, more likely than an option.
bool IsSpecies(const Choice& choice, std::string_view plain) {
  return !choice.text.empty() && At(TrimAsciiSpace(plain), 1) == '.' &&
         std::all_of(choice.text.begin(), choice.text.end(), IsLower);
}

// A formula in letters and signs, not words: no run of letters is long unless a command wrote it.
bool LooksSymbolic(std::string_view gold, std::string_view plain) {
  constexpr size_t kLongestWord = 2;
  if (plain.find_first_of("=^_*/+<>()|:") == std::string_view::npos &&
      gold.find('\\') == std::string_view::npos && TrimAsciiSpace(plain).size() > 1) {
    return false;
  }
  size_t words = 0;
  for (size_t at = 0; at < gold.size();) {
    if (gold[at] == '\\') {
      at = std::max(WordEnd(gold, at + 1), at + 2);
      continue;
    }
    const size_t end = WordEnd(gold, at);
    // Letters below a letter are its name: "v_{max}", "E_\text{cell}".
    const bool lowered = at >= 1 && (gold[at - 1] == '_' || gold[at - 1] == '{');
    if (end > at + kLongestWord && !lowered) ++words;
    at = std::max(end, at + 1);
  }
  constexpr size_t kMostWords = 1;
  return words <= kMostWords;
}

Gold ReadGold(std::string_view written, bool may_choose) {
  Gold gold;
  gold.written = written;
  const std::string plain = Plain(written);
  if (may_choose) gold.choice = ReadChoice(plain);
  if (gold.choice && gold.choice->letters.empty()) gold.choice.reset();
  if (gold.choice) {
    gold.kind = IsSpecies(*gold.choice, plain) ? Kind::kText : Kind::kChoice;
    return gold;
  }
  if (IsTruth(written)) return gold;
  gold.configuration = ReadConfiguration(plain);
  if (gold.configuration) {
    gold.kind = Kind::kConfiguration;
    return gold;
  }
  gold.reaction = ReadReaction(plain);
  if (gold.reaction) {
    gold.kind = Kind::kReaction;
    return gold;
  }
  gold.quantities = ReadQuantities(plain, Reach::kWhole, DecimalComma::kNo);
  // A comma between digits: two numbers, unless a unit makes one of them.
  if (!gold.quantities || gold.quantities->items.size() > 1) {
    std::optional<Quantities> one = ReadQuantities(plain, Reach::kWhole, DecimalComma::kYes);
    if (one && one->items.size() == 1 && one->items[0].unit) gold.quantities = std::move(one);
  }
  if (gold.quantities && !gold.quantities->contradictory) {
    gold.kind = Kind::kQuantity;
    return gold;
  }
  gold.formulas = ReadFormula(plain);
  if (!gold.formulas.empty()) {
    gold.kind = Kind::kFormula;
    return gold;
  }
  if (LooksSymbolic(written, plain)) gold.kind = Kind::kExpression;
  return gold;
}

// An answer found in a text is read whole, or as its sentence begins with it.
struct Answer {
  std::string text;
  std::string statement;
  std::string claim;
  bool hedged = false;
};

Verdict JudgeExpression(const Gold& gold, const Answer& answer) {
  math::VerifyOptions options;
  options.ignore_units = false;
  const math::VerifyResult result = math::VerifyAnswer(gold.written, answer.text, options);
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

Verdict JudgeQuantities(const Gold& gold, const Answer& answer, const CompareOptions& options) {
  const Quantities& wanted = *gold.quantities;
  const DecimalComma comma = wanted.items.size() == 1 ? DecimalComma::kYes : DecimalComma::kNo;
  std::optional<Quantities> given;
  if (!answer.statement.empty()) {
    given = ReadQuantities(Plain(answer.statement), Reach::kBeginning, comma);
  }
  if (!given) given = ReadQuantities(Plain(answer.text), Reach::kWhole, comma);
  if (given) return CompareLists(wanted, *given, options);
  // An expression for a number: "\frac{1}{2}(3+4)", but nothing that might hide a unit.
  const bool bare = std::all_of(wanted.items.begin(), wanted.items.end(), [](const Quantity& item) {
    return !item.unit && item.words.empty();
  });
  if (bare && JudgeExpression(gold, answer).outcome == Outcome::kCorrect) {
    return Correct(Reason::kEqual);
  }
  return Incorrect(Reason::kAnswerUnreadable);
}

// What may be a formula in an answer: all of it, its last link after "=" or "is", and what stands
// before words.
std::vector<std::string> FormulaTexts(const Answer& answer) {
  std::vector<std::string> texts;
  if (!answer.claim.empty()) texts.push_back(Plain(answer.claim));
  texts.push_back(Plain(answer.text));
  std::string plain = texts.front();
  if (answer.claim.empty() && !answer.statement.empty()) plain = Plain(answer.statement);
  for (const std::string_view joint : {", ", " ("}) {
    const size_t cut = plain.find(joint);
    // Words behind it only: "H2SO4 (sulfuric acid)", but not "H2SO4, HCl".
    if (cut == std::string::npos) continue;
    const std::string_view rest = std::string_view(plain).substr(cut + joint.size());
    if (std::none_of(rest.begin(), rest.end(), [](char c) { return IsUpper(c) || IsDigit(c); }) &&
        !HasAt(rest, 0, "or ") && !HasAt(rest, 0, "not ")) {
      texts.push_back(plain.substr(0, cut));
    }
  }
  return texts;
}

Verdict JudgeFormula(const Gold& gold, const Answer& answer) {
  for (const std::string& text : FormulaTexts(answer)) {
    std::string_view trimmed = TrimAsciiSpace(text);
    while (!trimmed.empty() && trimmed.back() == '.') trimmed.remove_suffix(1);
    const std::vector<Formula> readings = ReadFormula(trimmed);
    if (readings.empty()) continue;
    switch (MatchFormula(gold.formulas[0], readings)) {
      case FormulaMatch::kSame: return Correct(Reason::kEqual);
      case FormulaMatch::kSameAtoms: return Undecided(Reason::kArrangementDiffers);
      case FormulaMatch::kDifferent: return Incorrect(Reason::kFormulasDiffer);
    }
  }
  // A number is none; a name may be its.
  if (ReadQuantities(Plain(answer.text), Reach::kWhole, DecimalComma::kYes)) {
    return Incorrect(Reason::kAnswerUnreadable);
  }
  return Undecided(Reason::kText);
}

Verdict JudgeReaction(const Gold& gold, const Answer& answer) {
  for (const std::string& text : {answer.claim, answer.text, answer.statement}) {
    const std::optional<Reaction> reaction = ReadReaction(Plain(text));
    if (!reaction) continue;
    switch (MatchReaction(*gold.reaction, *reaction)) {
      case FormulaMatch::kSame: return Correct(Reason::kEqual);
      case FormulaMatch::kSameAtoms: return Undecided(Reason::kArrangementDiffers);
      case FormulaMatch::kDifferent: return Incorrect(Reason::kReactionsDiffer);
    }
  }
  return Incorrect(Reason::kAnswerUnreadable);
}

Verdict JudgeConfiguration(const Gold& gold, const Answer& answer) {
  for (const std::string& text : {answer.claim, answer.text, answer.statement}) {
    const std::optional<Configuration> given = ReadConfiguration(Plain(text));
    if (!given) continue;
    return *given == *gold.configuration ? Correct(Reason::kEqual)
                                         : Incorrect(Reason::kConfigurationsDiffer);
  }
  return Incorrect(Reason::kAnswerUnreadable);
}

Verdict JudgeKind(const Gold& gold, const Answer& answer, const CompareOptions& options);

Verdict JudgeChoice(const Gold& gold, const Answer& answer, const CompareOptions& options) {
  if (answer.hedged) return Incorrect(Reason::kSeveralAnswers);
  for (const std::string& text : {answer.statement, answer.text}) {
    const std::optional<Choice> given = ReadChoice(Plain(text));
    if (!given) continue;
    if (given->letters.empty()) return Incorrect(Reason::kSeveralAnswers);
    return given->letters == gold.choice->letters ? Correct(Reason::kEqual)
                                                  : Incorrect(Reason::kChoiceDiffers);
  }
  if (gold.choice->text.empty()) return Incorrect(Reason::kChoiceDiffers);
  // The option's text instead of its letter.
  if (FoldedText(gold.choice->text) == FoldedText(answer.text)) return Correct(Reason::kSameText);
  return JudgeKind(ReadGold(gold.choice->text, false), answer, options);
}

Verdict JudgeText(const Gold& gold, const Answer& answer) {
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

Verdict JudgeKind(const Gold& gold, const Answer& answer, const CompareOptions& options) {
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
  std::optional<FoundAnswer> found = FindAnswer(response, letter);
  // A formula in a sentence is no answer to those who look for numbers.
  const bool claims = wanted.kind == Kind::kFormula || wanted.kind == Kind::kReaction ||
                      wanted.kind == Kind::kConfiguration;
  if (!found || (found->text.empty() && !claims)) return decide(Incorrect(Reason::kNoAnswer));
  judged.offset = found->offset;
  judged.length = found->length;
  if (found->text.size() > kLongestAnswer) return decide(Incorrect(Reason::kAnswerTooLong));
  judged.answer = found->text;
  if (claims && !found->claim.empty()) judged.answer = found->claim;
  return decide(JudgeKind(
      wanted,
      {std::move(found->text), std::move(found->statement), std::move(found->claim), found->hedged},
      options));
}

}  // namespace assay::science
