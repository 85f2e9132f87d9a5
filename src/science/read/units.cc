#include "science/read/units.h"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.h"
#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr size_t kMostFactors = 12;
constexpr int kDeepest = 4;
constexpr int kHighestPower = 12;  // of one factor, twice
constexpr size_t kLongestName = 32;
constexpr int kHighestTotal = 1000;  // of a dimension, twice

// A power that no unit has makes the whole unreadable.
int16_t Checked(int halves, Unit* unit) {
  if (halves >= -kHighestTotal && halves <= kHighestTotal) return static_cast<int16_t>(halves);
  unit->factor = 0;
  return 0;
}

// Letters, and the signs that units are written with.
size_t NameByte(std::string_view text, size_t at) {
  if (IsLetter(At(text, at)) || At(text, at) == '%') return 1;
  for (const std::string_view sign : {"µ", "Ω", "Å", "°", "å", "ö"}) {
    if (HasAt(text, at, sign)) return sign.size();
  }
  return 0;
}

size_t NameEnd(std::string_view text, size_t at) {
  // A percent sign ends a name, a degree sign begins one: "J/g°C".
  const size_t begin = at;
  for (size_t size = 0; (size = NameByte(text, at)) > 0;) {
    if (at > begin && HasAt(text, at, "°")) return at;
    if (text[at] == '%') return at + 1;
    at += size;
  }
  return at;
}

Unit Raised(const Unit& unit, int halves) {
  Unit raised;
  raised.factor = halves % 2 == 0 ? std::pow(unit.factor, halves / 2)
                                  : std::pow(std::sqrt(unit.factor), halves);
  for (size_t i = 0; i < raised.dimension.halves.size(); ++i) {
    raised.dimension.halves[i] = Checked(unit.dimension.halves[i] * halves / 2, &raised);
  }
  raised.turns = unit.turns * halves / 2;
  if (halves == 2) raised.offset = unit.offset;
  return raised;
}

void Multiply(Unit* product, const Unit& factor) {
  product->factor *= factor.factor;
  for (size_t i = 0; i < product->dimension.halves.size(); ++i) {
    product->dimension.halves[i] =
        Checked(product->dimension.halves[i] + factor.dimension.halves[i], product);
  }
  product->turns += factor.turns;
}

struct Product {
  Unit unit;
  Unit strict;  // what follows a slash is above it again
  bool ambiguous = false;
  size_t factors = 0;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<UnitReading> Run(size_t begin) {
    at_ = begin;
    std::optional<Product> product = ReadProduct(kDeepest, true);
    if (!product || !std::isfinite(product->unit.factor) || product->unit.factor == 0) {
      return std::nullopt;
    }
    UnitReading reading;
    reading.unit = product->unit;
    if (product->ambiguous) reading.others.push_back(product->strict);
    reading.end = at_;
    return reading;
  }

 private:
  enum class Joint { kNone, kTimes, kOver, kPer };

  // What joins the next factor to the one before, passed over.
  Joint ReadJoint(bool first) {
    const size_t before = at_;
    at_ = SkipSpaces(text_, at_);
    const bool spaced = at_ > before;
    const char c = At(text_, at_);
    if (c == '/') {
      ++at_;
      return Joint::kOver;
    }
    for (const std::string_view word : {"per", "inverse", "reciprocal"}) {
      if (!HasAt(text_, at_, word) || WordEnd(text_, at_) != at_ + word.size()) continue;
      at_ += word.size();
      return Joint::kPer;
    }
    if (first) return Joint::kTimes;
    if (c == '*') {
      ++at_;
      return Joint::kTimes;
    }
    // "N-m" and "N.m", but "5 N - 3 N" and "5 N. It".
    if ((c == '-' || c == '.') && !spaced && NameByte(text_, at_ + 1) > 0) {
      ++at_;
      return Joint::kTimes;
    }
    return spaced || c == '(' || NameByte(text_, at_) > 0 ? Joint::kTimes : Joint::kNone;
  }

  std::optional<Product> ReadProduct(int depth, bool top) {
    Product product;
    bool below = false;
    while (product.factors < kMostFactors) {
      const size_t before = at_;
      const Joint joint = ReadJoint(product.factors == 0);
      std::optional<Factor> factor;
      if (joint != Joint::kNone) factor = ReadFactor(depth, joint);
      if (!factor) {
        at_ = before;
        break;
      }
      if (joint == Joint::kOver || joint == Joint::kPer) {
        below = true;
        Multiply(&product.unit, Raised(factor->unit, -2));
        Multiply(&product.strict, Raised(factor->unit, -2));
      } else if (below && !factor->negative) {
        product.ambiguous = true;
        Multiply(&product.unit, Raised(factor->unit, -2));
        Multiply(&product.strict, factor->unit);
      } else {
        Multiply(&product.unit, factor->unit);
        Multiply(&product.strict, factor->unit);
      }
      ++product.factors;
      if (product.factors == 1 && joint == Joint::kTimes && top) {
        product.unit.offset = factor->unit.offset;
        continue;
      }
      product.unit.offset = 0;
    }
    if (product.factors == 0) return std::nullopt;
    return product;
  }

  struct Factor {
    Unit unit;
    bool negative = false;  // has a written power below zero
  };

  std::optional<Factor> ReadFactor(int depth, Joint joint) {
    at_ = SkipSpaces(text_, at_);
    Factor factor;
    int before_power = 2;
    for (const auto& [word, halves] :
         {std::pair<std::string_view, int>{"square", 4}, {"cubic", 6}, {"sq", 4}, {"cu", 6}}) {
      if (!HasAt(text_, at_, word) || WordEnd(text_, at_) != at_ + word.size()) continue;
      const size_t next =
          SkipSpaces(text_, at_ + word.size() + (At(text_, at_ + word.size()) == '.'));
      if (next == at_ + word.size()) continue;
      at_ = next;
      before_power = halves;
      break;
    }
    if (At(text_, at_) == '(') {
      if (depth == 0) return std::nullopt;
      ++at_;
      const std::optional<Product> inner = ReadProduct(depth - 1, false);
      at_ = SkipSpaces(text_, at_);
      if (!inner || At(text_, at_) != ')') return std::nullopt;
      ++at_;
      factor.unit = inner->unit;
    } else if (HasAt(text_, at_, "sqrt(") && depth > 0) {
      at_ += 5;
      const std::optional<Product> inner = ReadProduct(depth - 1, false);
      // "sqrt(Hz)", but "sqrt(L/g)" is a formula.
      if (!inner || inner->factors > 1 || At(text_, at_) != ')') return std::nullopt;
      ++at_;
      factor.unit = Raised(inner->unit, 1);
    } else if (At(text_, at_) == '1' && !IsDigit(At(text_, at_ + 1)) && joint == Joint::kTimes &&
               At(text_, SkipSpaces(text_, at_ + 1)) == '/') {
      ++at_;  // "1/s"
    } else if (const std::optional<Unit> named = ReadName()) {
      factor.unit = *named;
    } else {
      return std::nullopt;
    }
    std::optional<int> power = ReadPower();
    if (!power) return std::nullopt;
    const int halves = before_power == 2 ? *power : before_power;
    factor.negative = *power < 0;
    if (halves != 2) {
      factor.unit = Raised(factor.unit, halves);
      factor.unit.offset = 0;
    }
    return factor;
  }

  // The power after a factor, twice; 2 when none is written, nothing when it can't be read.
  std::optional<int> ReadPower() {
    size_t at = SkipSpaces(text_, at_);
    for (const auto& [word, halves] :
         {std::pair<std::string_view, int>{"squared", 4}, {"cubed", 6}}) {
      if (at > at_ && HasAt(text_, at, word) && WordEnd(text_, at) == at + word.size()) {
        at_ = at + word.size();
        return halves;
      }
    }
    const bool caret = At(text_, at) == '^';
    if (!caret) at = at_;
    if (caret) at = SkipSpaces(text_, at + 1);
    const bool bracket = caret && At(text_, at) == '(';
    if (bracket) at = SkipSpaces(text_, at + 1);
    const bool minus = At(text_, at) == '-';
    if (minus || (caret && At(text_, at) == '+')) at = SkipSpaces(text_, at + 1);
    if (!IsDigit(At(text_, at))) return caret ? std::nullopt : std::optional<int>(2);
    int number = text_[at] - '0';
    ++at;
    int halves = 2 * number;
    if (caret && HasAt(text_, at, ".5")) {
      halves += 1;
      at += 2;
    } else if (bracket && HasAt(text_, at, "/2")) {
      halves = number;
      at += 2;
    }
    if (IsDigit(At(text_, at))) return caret ? std::nullopt : std::optional<int>(2);
    // "m2" and "s-1", but "m 2" and "m2x".
    if (!caret &&
        (NameByte(text_, at) > 0 || (At(text_, at) == '.' && IsDigit(At(text_, at + 1))))) {
      return 2;
    }
    if (bracket) {
      at = SkipSpaces(text_, at);
      if (At(text_, at) != ')') return std::nullopt;
      ++at;
    }
    if (halves > kHighestPower || halves == 0) return std::nullopt;
    at_ = at;
    return minus ? -halves : halves;
  }

  std::optional<Unit> ReadName() {
    const size_t end = NameEnd(text_, at_);
    if (end == at_ || end - at_ > kLongestName) return std::nullopt;
    if (const std::optional<Unit> unit = ReadTwoWords(end)) return unit;
    const std::string_view name = text_.substr(at_, end - at_);
    if (name == "in" && !IsInch(end)) return std::nullopt;
    std::optional<Unit> unit = NamedUnit(IsPoundForce(name, end) ? "lbf" : name);
    if (!unit) unit = Joined(name);
    if (unit) at_ = end;
    return unit;
  }

  // "in" is a word before another word.
  bool IsInch(size_t end) const {
    const size_t next = SkipSpaces(text_, end);
    return next == end || NameByte(text_, next) == 0 || HasAt(text_, next, "per ") ||
           HasAt(text_, next, "squared") || HasAt(text_, next, "lb");
  }

  // "pounds per square inch"
  bool IsPoundForce(std::string_view name, size_t end) const {
    if (name != "lb" && name != "lbs" && name != "pound" && name != "pounds") return false;
    const size_t next = SkipSpaces(text_, end);
    for (const std::string_view area : {"per square inch", "per square foot", "/in^2", "/in^(2)",
                                        "/in2", "/ in^(2)", "/square inch", "/ft^2", "/ft^(2)"}) {
      if (HasAt(text_, next, area)) return true;
    }
    return false;
  }

  // Names of two words: "electron volts", "mm Hg", "° C".
  std::optional<Unit> ReadTwoWords(size_t end) {
    size_t next = SkipSpaces(text_, end);
    if (next == end && At(text_, end) == '-') ++next;
    const size_t next_end = NameEnd(text_, next);
    if (next == end || next_end == next || next_end - at_ > kLongestName) return std::nullopt;
    std::string first(text_.substr(at_, end - at_));
    const std::string_view second = text_.substr(next, next_end - next);
    bool known = false;
    const std::string low_first = AsciiLower(first);
    const std::string low_second = AsciiLower(second);
    constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
        {"electron", "volt"}, {"light", "year"},        {"mm", "hg"},         {"cm", "hg"},
        {"metric", "ton"},    {"astronomical", "unit"}, {"nautical", "mile"}, {"pound", "force"},
        {"formula", "unit"},  {"kilo", "gram"},         {"kilo", "joule"}};
    for (const auto& [one, two] : kPairs) {
      known |=
          EndsWith(low_first, one) && (low_second == two || low_second == std::string(two) + "s");
    }
    if (low_first == "pounds" && low_second == "force") {
      known = true;
      first = "pound";
    }
    // "kilo-ohms", and the prefix that "1.2k Ω" leaves.
    const bool prefix = low_first == "kilo" || low_first == "milli" || low_first == "mega" ||
                        low_first == "micro" || low_first == "nano" || low_first == "giga";
    known |= (prefix && IsLower(second[0])) || (first == "k" && second == "Ω");
    if (first == "°" || low_first == "deg" || low_first == "degree" || low_first == "degrees") {
      const bool letter = second == "C" || second == "F" || second == "K";
      if (letter) first = "°";
      known |= letter || low_second == "celsius" || low_second == "fahrenheit" ||
               low_second == "kelvin" || low_second == "centigrade";
      if (known && !letter) first = "degree";
    }
    if (!known) return std::nullopt;
    std::optional<Unit> unit =
        NamedUnit(first + (low_second == "hg" ? std::string("Hg") : std::string(second)));
    if (unit) at_ = next_end;
    return unit;
  }

  static bool EndsWith(std::string_view text, std::string_view part) {
    return text.size() >= part.size() && text.substr(text.size() - part.size()) == part;
  }

  // Symbols that LaTeX ran together: "kgm", "Jmol", "molK".
  static std::optional<Unit> Joined(std::string_view name) {
    constexpr std::string_view kFirst[] = {"kg", "kJ", "mol", "J",  "N", "W",
                                           "V",  "C",  "Pa",  "kN", "g"};
    constexpr std::string_view kSecond[] = {"m", "mol", "s", "K", "kg", "cm"};
    for (const std::string_view first : kFirst) {
      for (const std::string_view second : kSecond) {
        if (name.size() != first.size() + second.size() || !HasAt(name, 0, first) ||
            !HasAt(name, first.size(), second)) {
          continue;
        }
        Unit unit = *NamedUnit(first);
        Multiply(&unit, *NamedUnit(second));
        return unit;
      }
    }
    return std::nullopt;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

bool Dimension::SameButAngle(const Dimension& other) const {
  for (size_t i = 0; i < kRadian; ++i) {
    if (halves[i] != other.halves[i]) return false;
  }
  return true;
}

std::optional<UnitReading> ReadUnit(std::string_view plain, size_t begin) {
  return Reader(plain).Run(begin);
}

}  // namespace assay::science
