#include "science/compare.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr double kNoise = 1e-12;  // of floating-point conversion

double TenTo(int power) {
  return std::pow(10.0, power);
}

// The power of ten of the first digit.
int Exponent(double value) {
  return static_cast<int>(std::floor(std::log10(std::fabs(value)) + kNoise));
}

// As Exponent, of the value rounded to so many digits: 0.997 to two of them is 1.0.
int ExponentRounded(double value, int digits) {
  const double last = TenTo(Exponent(value) - digits + 1);
  return Exponent(std::round(std::fabs(value) / last * (1 + kNoise)) * last);
}

// How an answer's numbers become the gold's: value * scale + shift. `shift` is of temperatures.
struct Conversion {
  double scale = 1;
  double shift = 0;
};

// Angles are numbers: "rad" may be left out. A turn is one where the other side has no angle.
std::optional<Conversion> Convert(const Unit& from, const Unit& to, bool difference) {
  if (!from.dimension.SameButAngle(to.dimension)) return std::nullopt;
  Conversion conversion;
  conversion.scale = from.factor / to.factor;
  const int from_angle = from.dimension.halves[Dimension::kRadian];
  const int to_angle = to.dimension.halves[Dimension::kRadian];
  if (from_angle != to_angle) {
    conversion.scale *= std::pow(2 * std::numbers::pi, to.turns - from.turns);
  }
  if (!difference) conversion.shift = (from.offset - to.offset) / to.factor;
  return conversion;
}

bool IsCount(const Quantity& gold) {
  return gold.number.integer &&
         (!gold.unit || (gold.unit->dimension == Dimension() && gold.unit->factor == 1));
}

struct Precision {
  int digits = 0;
  int place = 0;
};

// The digits of a gold that count: at least two; and of an integer's last zeros those up to the
// third digit.
Precision GoldPrecision(const Number& gold) {
  int digits = gold.digits;
  if (gold.integer) digits = std::max(gold.sure_digits, std::min(3, gold.digits));
  const int counted = gold.digits == 0 ? 0 : std::max(2, digits);
  return {counted, gold.place + gold.digits - counted};
}

enum class Agreement { kEqual, kTooFewDigits, kScale, kSign, kDiffers };

Agreement DifferenceOf(double gold, double value) {
  if (gold == 0 || value == 0) return Agreement::kDiffers;
  const double ratio = value / gold;
  constexpr double kClose = 0.01;
  if (std::fabs(ratio + 1) < kClose) return Agreement::kSign;
  if (ratio < 0) return Agreement::kDiffers;
  const double power = std::log10(ratio);
  const double whole = std::round(power);
  if (whole != 0 && std::fabs(power - whole) < kClose / 2) return Agreement::kScale;
  return Agreement::kDiffers;
}

Agreement Agree(const Number& gold, const Number& answer, const Conversion& conversion, bool count,
                const CompareOptions& options) {
  const double value = answer.value * conversion.scale + conversion.shift;
  const double apart = std::fabs(value - gold.value);
  const double magnitude = std::max(std::fabs(gold.value), std::fabs(conversion.shift));
  if (!(apart > kNoise * magnitude) && (!count || value == gold.value)) return Agreement::kEqual;
  if (count) return DifferenceOf(gold.value, value);

  Precision precision{options.enough_digits + 1, 0};
  double tolerance = 0;
  if (!gold.exact) {
    precision = GoldPrecision(gold);
    // A written zero is nothing else, unless it is a place on a scale.
    if (gold.value == 0 && conversion.shift == 0) return Agreement::kDiffers;
    const double unit = TenTo(precision.place);
    tolerance = unit / 2;
    const double slack = options.last_digit_slack * unit;
    if (!gold.integer && slack <= options.slack_relative * std::fabs(gold.value)) {
      tolerance = std::max(tolerance, slack);
    }
  }
  const double relative = std::clamp(options.relative_tolerance, 0.0, options.kLargestRelative);
  tolerance = std::max(tolerance, relative * std::fabs(gold.value));

  double rounding = 0;
  bool enough = true;
  if (!answer.exact && answer.digits > 0) {
    const int needed = std::max(2, std::min(precision.digits - 1, options.enough_digits));
    // An integer's last zeros may stand for digits that were rounded away.
    const int highest = answer.place + answer.digits - answer.sure_digits;
    const double converted = (gold.value - conversion.shift) / conversion.scale;
    const int leading = converted == 0 ? answer.place : ExponentRounded(converted, needed);
    const int place = std::clamp(leading - needed + 1, answer.place, highest);
    rounding = TenTo(place) * std::fabs(conversion.scale) / 2;
    // The digits that the gold keeps when it is rounded there: "100" is not 96 to two digits.
    enough = conversion.shift == 0 ? leading - place + 1 >= needed : place <= 0;
  }
  constexpr double kEdge = 1 + 1e-9;
  if (apart <= tolerance * kEdge) return Agreement::kEqual;
  if (apart <= rounding * kEdge) return enough ? Agreement::kEqual : Agreement::kTooFewDigits;
  if (conversion.shift != 0) return Agreement::kDiffers;
  return DifferenceOf(gold.value, value);
}

Verdict VerdictOf(Agreement agreement) {
  switch (agreement) {
    case Agreement::kEqual: return Correct(Reason::kEqual);
    case Agreement::kTooFewDigits: return Incorrect(Reason::kTooFewDigits);
    case Agreement::kScale: return Incorrect(Reason::kWrongScale);
    case Agreement::kSign: return Incorrect(Reason::kWrongSign);
    case Agreement::kDiffers: break;
  }
  return Incorrect(Reason::kValuesDiffer);
}

Verdict CompareValues(const Quantity& gold, const Quantity& answer, const Conversion& conversion,
                      const CompareOptions& options) {
  const bool count = IsCount(gold);
  Verdict verdict = VerdictOf(Agree(gold.number, answer.number, conversion, count, options));
  if (verdict.outcome == Outcome::kCorrect && gold.high) {
    verdict = VerdictOf(Agree(*gold.high, *answer.high, conversion, count, options));
  }
  if (verdict.outcome == Outcome::kCorrect && !gold.uncertainty && answer.uncertainty) {
    // "20 N ± 10 N" says little.
    constexpr double kVague = 0.2;
    const double spread = *answer.uncertainty * std::fabs(conversion.scale);
    if (spread > kVague * std::fabs(gold.number.value)) {
      return Incorrect(Reason::kUncertaintyDiffers);
    }
  }
  if (verdict.outcome != Outcome::kCorrect || !gold.uncertainty) return verdict;
  if (!answer.uncertainty) return Undecided(Reason::kUncertaintyMissing);
  constexpr double kSpread = 0.1;
  const double spread = *answer.uncertainty * std::fabs(conversion.scale);
  if (std::fabs(spread - *gold.uncertainty) > kSpread * *gold.uncertainty) {
    return Incorrect(Reason::kUncertaintyDiffers);
  }
  return verdict;
}

std::vector<Unit> Readings(const Quantity& quantity) {
  std::vector<Unit> units = quantity.other_units;
  units.insert(units.begin(), *quantity.unit);
  return units;
}

// "25 C" for 25 °C, where only the letter is left.
std::optional<Unit> AsDegrees(const Unit& gold, const Unit& answer) {
  if (gold.offset == 0) return std::nullopt;
  const std::optional<Unit> celsius = NamedUnit("°C");
  const std::string_view letter = gold.factor == celsius->factor ? "C" : "F";
  const std::optional<Unit> named = NamedUnit(letter);
  if (!(named->dimension == answer.dimension) || named->factor != answer.factor) {
    return std::nullopt;
  }
  return gold;
}

Verdict CompareInUnits(const Quantity& gold, const Quantity& answer,
                       const CompareOptions& options) {
  const bool difference = gold.difference || answer.difference;
  for (const Unit& reading : Readings(answer)) {
    std::optional<Conversion> conversion = Convert(reading, *gold.unit, difference);
    if (!conversion && AsDegrees(*gold.unit, reading)) conversion = Conversion{};
    if (conversion) return CompareValues(gold, answer, *conversion, options);
  }
  return Incorrect(Reason::kWrongDimension);
}

Verdict CompareUnitless(const Quantity& gold, const Quantity& answer,
                        const CompareOptions& options) {
  if (answer.unknown_unit) return Incorrect(Reason::kUnitUnknown);
  // A percentage, an angle in degrees: also as the number that it is.
  if (gold.unit->dimension.IsNumber()) {
    const std::optional<Conversion> conversion = Convert(Unit(), *gold.unit, false);
    const Verdict verdict = CompareValues(gold, answer, *conversion, options);
    if (verdict.outcome != Outcome::kIncorrect) return verdict;
  }
  const Verdict verdict = CompareValues(gold, answer, {}, options);
  if (verdict.outcome != Outcome::kCorrect) return verdict;
  // Nothing is nothing in any unit of a scale that begins there.
  if (gold.number.value == 0 && gold.unit->offset == 0) return verdict;
  return options.missing_unit == MissingUnit::kAllowed ? Correct(Reason::kUnitMissing)
                                                       : Incorrect(Reason::kUnitRequired);
}

Verdict CompareExtraUnit(const Quantity& gold, const Quantity& answer,
                         const CompareOptions& options) {
  if (answer.unit->dimension.IsNumber()) {
    const Verdict verdict =
        CompareValues(gold, answer, *Convert(*answer.unit, Unit(), false), options);
    if (verdict.outcome != Outcome::kIncorrect) return verdict;
  }
  const Verdict verdict = CompareValues(gold, answer, {}, options);
  if (verdict.outcome != Outcome::kCorrect) return verdict;
  if (gold.number.value == 0 && answer.unit->offset == 0) return verdict;
  // A gold of 25 may be 25 %; one of 0.25 is a share.
  const bool share = answer.unit->dimension == Dimension() && answer.unit->factor < 1;
  if (share && std::fabs(gold.number.value) <= 1) return Incorrect(Reason::kWrongScale);
  switch (options.extra_unit) {
    case ExtraUnit::kAllowed: return verdict;
    case ExtraUnit::kWrong: return Incorrect(Reason::kUnitUnexpected);
    case ExtraUnit::kUndecided: break;
  }
  return Undecided(Reason::kGoldUnitMissing);
}

// Without the small words: "to the left" is "left".
std::string Directions(std::string_view words) {
  std::string directions;
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    bool small = false;
    for (const std::string_view other :
         {"to", "the", "of", "due", "in", "a", "direction", "towards", "toward", "along"}) {
      small |= word == other;
    }
    if (!small) directions.append(word).append(" ");
  }
  return directions;
}

Verdict CompareWords(const Quantity& gold, const Quantity& answer, Verdict verdict) {
  if (verdict.outcome != Outcome::kCorrect || gold.words.empty() ||
      Directions(gold.words) == Directions(answer.words)) {
    return verdict;
  }
  // "5 g of water" is also 5 g; and a bare count counts what was asked for.
  const bool of = gold.words.starts_with("of ");
  if (answer.words.empty() && (of || gold.unknown_unit)) return verdict;
  return Undecided(Reason::kWordsDiffer);
}

std::string Name(const Quantity& quantity) {
  return Folded(quantity.name);
}

}  // namespace

Verdict Compare(const Quantity& gold, const Quantity& answer, const CompareOptions& options) {
  if (gold.high.has_value() != answer.high.has_value()) return Incorrect(Reason::kValuesDiffer);
  Verdict verdict;
  if (gold.unit && answer.unit) {
    verdict = CompareInUnits(gold, answer, options);
  } else if (gold.unit) {
    verdict = CompareUnitless(gold, answer, options);
  } else if (answer.unit) {
    verdict = CompareExtraUnit(gold, answer, options);
  } else {
    verdict = CompareValues(gold, answer, {}, options);
  }
  return CompareWords(gold, answer, verdict);
}

Verdict CompareLists(const Quantities& gold, const Quantities& answer,
                     const CompareOptions& options) {
  if (answer.contradictory) return Incorrect(Reason::kSeveralAnswers);
  const size_t size = gold.items.size();
  if (size != answer.items.size()) {
    // "5 m/s, 53° north of east": the words may hold a number.
    const bool words =
        size == 1 && std::any_of(gold.items[0].words.begin(), gold.items[0].words.end(), IsDigit);
    if (!words) return Incorrect(Reason::kCountDiffers);
    const Verdict verdict = Compare(gold.items[0], answer.items[0], options);
    return verdict.outcome == Outcome::kIncorrect ? verdict : Undecided(Reason::kWordsDiffer);
  }
  std::vector<const Quantity*> answers(size);
  for (size_t i = 0; i < size; ++i) answers[i] = &answer.items[i];
  std::vector<const Quantity*> named;
  for (const Quantity& item : gold.items) {
    const auto found = std::find_if(answers.begin(), answers.end(), [&](const Quantity* candidate) {
      return !item.name.empty() && Name(*candidate) == Name(item) &&
             std::find(named.begin(), named.end(), candidate) == named.end();
    });
    if (found != answers.end()) named.push_back(*found);
  }
  if (named.size() == size) answers = std::move(named);
  Verdict worst = Correct(Reason::kEqual);
  for (size_t i = 0; i < size; ++i) {
    const Verdict verdict = Compare(gold.items[i], *answers[i], options);
    if (verdict.outcome == Outcome::kIncorrect) return verdict;
    if (verdict.outcome == Outcome::kUndecided || worst.outcome == Outcome::kCorrect) {
      if (verdict.reason != Reason::kEqual) worst = verdict;
    }
  }
  return worst;
}

}  // namespace assay::science
