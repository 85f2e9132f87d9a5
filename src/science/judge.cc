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
  // "$mgh$"
  constexpr size_t kMostLetters = 6;
  const std::string_view formula = TrimAsciiSpace(gold);
  const size_t first = formula.find_first_not_of("-.0123456789 ", 1);
  if (formula.size() > 3 && formula.front() == '$' && first < formula.size() - 2 &&
      formula.size() - 1 - first <= kMostLetters && WordEnd(formula, first) == formula.size() - 1 &&
      formula.back() == '$') {
    return true;
  }
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

// "5 m/s at 53° north of east": a quantity with words that hold a number.
std::optional<Quantities> ReadDirected(std::string_view plain) {
  std::optional<Quantities> list = ReadQuantities(plain, Reach::kBeginning, DecimalComma::kNo);
  if (!list || list->items.size() != 1 || !list->items[0].unit) return std::nullopt;
  const std::string_view words = list->items[0].words;
  for (const std::string_view first : {"at ", "directed ", "in the direction "}) {
    if (HasAt(words, 0, first) && plain.find_first_of("=;") == std::string_view::npos) return list;
  }
  return std::nullopt;
}

// "$\\frac{3}{2}kT$": letters in a formula that only look like a unit.
bool IsSymbolic(std::string_view written, const Quantities& list) {
  written = TrimAsciiSpace(written);
  const Quantity& last = list.items.back();
  if (list.items.size() > 1 || !last.unit || !last.number.exact || last.compound ||
      written.size() < 2 || written.front() != '$' || written.back() != '$') {
    return false;
  }
  for (const std::string_view upright :
       {"mathrm", "text", "rm", "unit", "si{", "SI{", "qty", "\\,", "^"}) {
    if (written.find(upright) != std::string_view::npos) return false;
  }
  return IsLetter(written[written.size() - 2]);
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
  if (!gold.quantities) gold.quantities = ReadDirected(plain);
  if (gold.quantities && !gold.quantities->contradictory &&
      !IsSymbolic(written, *gold.quantities)) {
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

// What stands behind a hedge with which a text begins; nothing without one.
std::optional<std::string> BehindHedge(std::string_view written) {
  const std::string plain = Plain(written);
  const size_t begin = std::min(plain.find_first_not_of(" ,;($"), plain.size());
  const size_t end = HedgeEnd(plain, begin);
  if (end == 0) return std::nullopt;
  return plain.substr(std::min(end, plain.size()));
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

// The sentence that says "m = 2 kg, a = 10 m/s², F = 20 N" answers with its last quantity.
bool IsWayToTheLast(const Quantities& list) {
  const Quantity& last = list.items.back();
  return std::all_of(list.items.begin(), list.items.end() - 1, [&](const Quantity& item) {
    if (item.name.empty() || !last.unit) return false;
    return !item.unit || item.unit->dimension != last.unit->dimension;
  });
}

// Two values of one kind.
bool Offers(const Quantity& other, const Quantity& given) {
  return other.unit && given.unit && other.unit->dimension == given.unit->dimension &&
         Contradict(other, given, true);
}

// "between 1 kg and 2 kg", "at least 5 m": no value.
bool IsVague(std::string_view plain) {
  const size_t digit = std::min(plain.find_first_of("0123456789"), plain.size());
  std::string_view before = TrimAsciiSpace(plain.substr(0, digit));
  while (!before.empty() && (before.back() == '-' || before.back() == '(')) {
    before = TrimAsciiSpace(before.substr(0, before.size() - 1));
  }
  for (const std::string_view words :
       {"between", "anything but", "except", "other than", "less than", "more than", "greater than",
        "at least", "at most", "smaller than", "larger than", "not", "<", ">", "≥", "≤", "≠"}) {
    if (before.size() < words.size()) continue;
    const size_t at = before.size() - words.size();
    const bool apart = at == 0 || !IsLetter(before[at - 1]) || !IsLetter(words[0]);
    if (apart && HasAt(before, at, words)) return true;
  }
  return false;
}

std::optional<Quantities> ReadGiven(const Quantities& wanted, const FoundAnswer& answer,
                                    DecimalComma comma) {
  for (const std::string& whole : answer.wholes) {
    std::optional<Quantities> given = ReadQuantities(Plain(whole), Reach::kWhole, comma);
    if (!given) continue;
    const bool same_count = given->items.size() == wanted.items.size();
    if (answer.implied && !same_count && !given->contradictory && IsWayToTheLast(*given)) continue;
    return given;
  }
  std::optional<Quantities> given;
  if (answer.implied && !answer.claim.empty() && IsDigit(answer.claim[0])) {
    given = ReadQuantities(Plain(answer.claim), Reach::kBeginning, comma);
    if (given && given->items[0].unit) return given;
    given.reset();
  }
  if (!answer.statement.empty()) {
    given = ReadQuantities(Plain(answer.statement), Reach::kBeginning, comma);
  }
  if (given) return given;
  given = ReadQuantities(Plain(answer.text), Reach::kWhole, comma);
  if (!given || given->items.size() > 1 || given->items[0].unit || answer.statement.empty()) {
    return given;
  }
  // The number alone, where nobody can read the rest: it isn't one without a unit.
  const std::string statement = Plain(answer.statement);
  const std::optional<Piece> piece = ReadPiece(statement, comma);
  if (!piece) return given;
  if (piece->quantity.unit) return Quantities{{piece->quantity}, piece->contradictory};
  const std::string_view word = piece->rest.substr(0, WordEnd(piece->rest, 0));
  given->items[0].unknown_unit = !word.empty() && !IsSentenceWord(AsciiLower(word));
  return given;
}

Verdict JudgeQuantities(const Gold& gold, const FoundAnswer& answer,
                        const CompareOptions& options) {
  if (answer.is_part || IsVague(Plain(answer.claim)) || IsVague(Plain(answer.text))) {
    return Incorrect(Reason::kAnswerUnreadable);
  }
  const Quantities& wanted = *gold.quantities;
  const DecimalComma comma = wanted.items.size() == 1 ? DecimalComma::kYes : DecimalComma::kNo;
  const std::optional<Quantities> given = ReadGiven(wanted, answer, comma);
  if (given) {
    bool several = answer.hedged || OffersAnother(Plain(answer.beyond), given->items.back(), comma);
    if (const std::optional<std::string> behind = BehindHedge(answer.beyond)) {
      const std::optional<Piece> other = ReadPiece(*behind, comma);
      several |= other && Contradict(given->items.back(), other->quantity, true);
    }
    const std::optional<Piece> before = ReadPiece(answer.before, comma);
    several |= before && wanted.items.size() == 1 && given->items.size() == 1 &&
               !given->items[0].compound && before->quantity.name.empty() &&
               Offers(before->quantity, given->items[0]);
    return several ? Incorrect(Reason::kSeveralAnswers) : CompareLists(wanted, *given, options);
  }
  // An expression for a number: "\\frac{1}{2}(3+4)", but nothing that might hide a unit.
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
std::vector<std::string> FormulaTexts(const FoundAnswer& answer) {
  std::vector<std::string> texts;
  if (!answer.claim.empty()) texts.push_back(Plain(answer.claim));
  texts.push_back(Plain(answer.text));
  std::string plain = texts.front();
  if (answer.claim.empty() && !answer.statement.empty()) plain = Plain(answer.statement);
  // "The compound is H2O2", all that is said.
  constexpr std::string_view kIs = " is ";
  const size_t is = plain.find(kIs);
  if (answer.claim.empty() && is != std::string::npos && plain.rfind(kIs) == is &&
      AreWords(plain.substr(0, is)) && plain.find("not ") == std::string::npos &&
      plain.find("whether ") == std::string::npos) {
    texts.push_back(plain.substr(is + kIs.size()));
  }
  // "sulfuric acid (H2SO4)"
  const size_t open = plain.rfind(" (");
  if (open != std::string::npos && plain.back() == ')' && AreWords(plain.substr(0, open)) &&
      !BehindHedge(plain.substr(open)) && plain.find("not ") == std::string::npos) {
    texts.push_back(plain.substr(open + 2, plain.size() - open - 3));
  }
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

// Formulas beside each other, in a list or joined by "or", "+" or "/"; how many there are.
struct FormulaList {
  size_t formulas = 0;
  size_t others = 0;
  bool denied = false;  // "not H2SO4"
};

FormulaList ReadFormulaList(std::string_view plain) {
  FormulaList list;
  size_t begin = 0;
  const auto add = [&](size_t end) {
    std::string_view part = TrimAsciiSpace(plain.substr(begin, end - begin));
    if (HasAt(part, 0, "not ")) {
      list.denied = true;
      part.remove_prefix(4);
    }
    while (!part.empty() && std::string_view(".() ").find(part.back()) != std::string_view::npos &&
           (part.back() != ')' || ReadFormula(part).empty())) {
      part.remove_suffix(1);
    }
    while (!part.empty() && (part.front() == '(' || IsDigit(part.front()))) part.remove_prefix(1);
    if (part.empty()) return;
    ++(ReadFormula(part).empty() ? list.others : list.formulas);
  };
  for (size_t at = 0; at < plain.size(); ++at) {
    size_t next = HedgeEnd(plain, at);
    if (next == 0 && HasAt(plain, at, " and ")) next = at + 5;
    const bool sign =
        std::string_view(",;/").find(plain[at]) != std::string_view::npos || HasAt(plain, at, "+ ");
    if (next == 0 && sign) next = at + 1;
    if (next == 0) continue;
    add(at);
    begin = next;
    at = next - 1;
  }
  add(plain.size());
  return list;
}

constexpr std::string_view kNoIdea[] = {"not know", "n't know",  "not sure",
                                        "no idea",  "cannot be", "can't be",
                                        "unknown",  "unable",    "undetermined"};

bool HasNoIdea(std::string_view text) {
  return std::any_of(std::begin(kNoIdea), std::end(kNoIdea), [&](std::string_view words) {
    return text.find(words) != std::string_view::npos;
  });
}

Verdict VerdictOf(FormulaMatch match, Reason different) {
  switch (match) {
    case FormulaMatch::kSame: return Correct(Reason::kEqual);
    case FormulaMatch::kSameAtoms: return Undecided(Reason::kArrangementDiffers);
    case FormulaMatch::kDifferent: break;
  }
  return Incorrect(different);
}

Verdict JudgeFormula(const Gold& gold, const FoundAnswer& answer) {
  if (answer.is_part) return Incorrect(Reason::kAnswerUnreadable);
  const FormulaList beyond = ReadFormulaList(Plain(answer.beyond));
  if (answer.hedged || beyond.formulas > 0) {
    const std::string behind = Plain(answer.beyond);
    const std::string_view rest = TrimAsciiSpace(behind);
    if (answer.hedged || HedgeEnd(rest, HasAt(rest, 0, ",") ? 2 : 0) > 0) {
      return Incorrect(Reason::kSeveralAnswers);
    }
  }
  const Formula& wanted = gold.formulas[0];
  for (const std::string& text : FormulaTexts(answer)) {
    std::string_view trimmed = TrimAsciiSpace(text);
    while (!trimmed.empty() && trimmed.back() == '.') trimmed.remove_suffix(1);
    const std::vector<Formula> readings = ReadFormula(trimmed);
    if (!readings.empty()) {
      return VerdictOf(MatchFormula(wanted, readings), Reason::kFormulasDiffer);
    }
    if (wanted.arrangement == trimmed) return Correct(Reason::kEqual);  // "238U"
    // "2H2SO4"
    const size_t digits = trimmed.find_first_not_of("0123456789 ");
    if (digits > 0 && digits < trimmed.size() && !ReadFormula(trimmed.substr(digits)).empty()) {
      return Incorrect(Reason::kFormulasDiffer);
    }
    const FormulaList list = ReadFormulaList(trimmed);
    if (list.denied && list.formulas == 1) return Incorrect(Reason::kFormulasDiffer);
    if (list.formulas > 1) return Incorrect(Reason::kSeveralAnswers);
    // A name of an element is its formula, or that of a substance of it.
    if (const std::optional<std::string> element = ElementNamed(trimmed)) {
      if (!wanted.atoms.contains(*element) || wanted.atoms.size() > 1 || wanted.charge != 0) {
        return Incorrect(Reason::kFormulasDiffer);
      }
      return wanted.atoms.at(*element) == 1 ? Correct(Reason::kEqual) : Undecided(Reason::kText);
    }
  }
  // A number is none; a name may be its.
  if (ReadQuantities(Plain(answer.text), Reach::kWhole, DecimalComma::kYes)) {
    return Incorrect(Reason::kAnswerUnreadable);
  }
  if (HasNoIdea(answer.claim) || HasNoIdea(answer.text)) return Incorrect(Reason::kNoAnswer);
  return Undecided(Reason::kText);
}

Verdict JudgeReaction(const Gold& gold, const FoundAnswer& answer) {
  for (const std::string& text : {answer.claim, answer.text, answer.statement}) {
    const std::optional<Reaction> reaction = ReadReaction(Plain(text));
    if (!reaction) continue;
    return VerdictOf(MatchReaction(*gold.reaction, *reaction), Reason::kReactionsDiffer);
  }
  return Incorrect(Reason::kAnswerUnreadable);
}

Verdict JudgeConfiguration(const Gold& gold, const FoundAnswer& answer) {
  for (const std::string& text : {answer.claim, answer.text, answer.statement}) {
    const std::optional<Configuration> given = ReadConfiguration(Plain(text));
    if (!given) continue;
    return *given == *gold.configuration ? Correct(Reason::kEqual)
                                         : Incorrect(Reason::kConfigurationsDiffer);
  }
  return Incorrect(Reason::kAnswerUnreadable);
}

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
