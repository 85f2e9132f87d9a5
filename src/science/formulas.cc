#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "science/chemistry/chemistry.h"
#include "science/read/notation.h"
#include "science/read/quantity.h"
#include "science/ways.h"

namespace assay::science {
namespace {

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

}  // namespace

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

}  // namespace assay::science
