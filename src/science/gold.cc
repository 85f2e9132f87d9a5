#include "science/gold.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr std::string_view kTruths[] = {"yes", "no", "true", "false"};

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

}  // namespace

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

bool IsTruth(std::string_view text) {
  return std::find(std::begin(kTruths), std::end(kTruths), Folded(text)) != std::end(kTruths);
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

}  // namespace assay::science
