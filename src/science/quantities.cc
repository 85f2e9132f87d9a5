#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "science/read/notation.h"
#include "science/read/quantity.h"
#include "science/ways.h"

namespace assay::science {
namespace {

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

}  // namespace

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

}  // namespace assay::science
