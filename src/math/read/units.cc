#include "math/read/units.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/text.h"

namespace assay::math {
namespace {

struct Entry {
  std::string_view name;
  int64_t num;
  int64_t den;
  std::array<int8_t, 7> dimension;
};

using Dim = std::array<int8_t, 7>;
constexpr Dim kLength{1}, kArea{2}, kVolume{3}, kMass{0, 1}, kTime{0, 0, 1}, kCurrent{0, 0, 0, 1},
    kTemperature{0, 0, 0, 0, 1}, kAmount{0, 0, 0, 0, 0, 1}, kMoney{0, 0, 0, 0, 0, 0, 1},
    kSpeed{1, 0, -1}, kForce{1, 1, -2}, kEnergy{2, 1, -2}, kPower{2, 1, -3}, kPressure{-1, 1, -2},
    kCharge{0, 0, 1, 1}, kVoltage{2, 1, -3, -1}, kResistance{2, 1, -3, -2}, kFrequency{0, 0, -1};

// Months and years have no fixed length, but a year has twelve months.
constexpr int64_t kYear = 31'536'000;

constexpr Entry kUnits[] = {
    {"mm", 1, 1000, kLength},
    {"millimeter", 1, 1000, kLength},
    {"millimetre", 1, 1000, kLength},
    {"cm", 1, 100, kLength},
    {"centimeter", 1, 100, kLength},
    {"centimetre", 1, 100, kLength},
    {"dm", 1, 10, kLength},
    {"decimeter", 1, 10, kLength},
    {"decimetre", 1, 10, kLength},
    {"m", 1, 1, kLength},
    {"meter", 1, 1, kLength},
    {"metre", 1, 1, kLength},
    {"km", 1000, 1, kLength},
    {"kilometer", 1000, 1, kLength},
    {"kilometre", 1000, 1, kLength},
    {"nm", 1, 1'000'000'000, kLength},
    {"in", 254, 10000, kLength},
    {"inch", 254, 10000, kLength},
    {"inche", 254, 10000, kLength},
    {"ft", 3048, 10000, kLength},
    {"feet", 3048, 10000, kLength},
    {"foot", 3048, 10000, kLength},
    {"yd", 9144, 10000, kLength},
    {"yard", 9144, 10000, kLength},
    {"mi", 1609344, 1000, kLength},
    {"mile", 1609344, 1000, kLength},
    {"mph", 1609344, 3'600'000, kSpeed},
    {"kph", 1000, 3600, kSpeed},
    {"kmh", 1000, 3600, kSpeed},
    {"mg", 1, 1'000'000, kMass},
    {"milligram", 1, 1'000'000, kMass},
    {"g", 1, 1000, kMass},
    {"gram", 1, 1000, kMass},
    {"kg", 1, 1, kMass},
    {"kilogram", 1, 1, kMass},
    {"kilo", 1, 1, kMass},
    {"tonne", 1000, 1, kMass},
    {"oz", 28349523125, 1'000'000'000'000, kMass},
    {"ounce", 28349523125, 1'000'000'000'000, kMass},
    {"lb", 45359237, 100'000'000, kMass},
    {"pound", 45359237, 100'000'000, kMass},
    {"ms", 1, 1000, kTime},
    {"millisecond", 1, 1000, kTime},
    {"s", 1, 1, kTime},
    {"sec", 1, 1, kTime},
    {"second", 1, 1, kTime},
    {"min", 60, 1, kTime},
    {"minute", 60, 1, kTime},
    {"h", 3600, 1, kTime},
    {"hr", 3600, 1, kTime},
    {"hour", 3600, 1, kTime},
    {"day", 86400, 1, kTime},
    {"week", 604800, 1, kTime},
    {"month", kYear, 12, kTime},
    {"year", kYear, 1, kTime},
    {"yr", kYear, 1, kTime},
    {"decade", 10 * kYear, 1, kTime},
    {"century", 100 * kYear, 1, kTime},
    {"centurie", 100 * kYear, 1, kTime},
    {"ml", 1, 1'000'000, kVolume},
    {"milliliter", 1, 1'000'000, kVolume},
    {"millilitre", 1, 1'000'000, kVolume},
    {"cl", 1, 100'000, kVolume},
    {"l", 1, 1000, kVolume},
    {"liter", 1, 1000, kVolume},
    {"litre", 1, 1000, kVolume},
    {"gallon", 3785411784, 1'000'000'000'000, kVolume},
    {"quart", 946352946, 1'000'000'000'000, kVolume},
    {"pint", 473176473, 1'000'000'000'000, kVolume},
    {"acre", 40468564224, 10'000'000, kArea},
    {"hectare", 10000, 1, kArea},
    {"ha", 10000, 1, kArea},
    {"hz", 1, 1, kFrequency},
    {"khz", 1000, 1, kFrequency},
    {"n", 1, 1, kForce},
    {"newton", 1, 1, kForce},
    {"kn", 1000, 1, kForce},
    {"j", 1, 1, kEnergy},
    {"joule", 1, 1, kEnergy},
    {"kj", 1000, 1, kEnergy},
    {"w", 1, 1, kPower},
    {"watt", 1, 1, kPower},
    {"kw", 1000, 1, kPower},
    {"kwh", 3'600'000, 1, kEnergy},
    {"pa", 1, 1, kPressure},
    {"kpa", 1000, 1, kPressure},
    {"v", 1, 1, kVoltage},
    {"volt", 1, 1, kVoltage},
    {"a", 1, 1, kCurrent},
    {"amp", 1, 1, kCurrent},
    {"ampere", 1, 1, kCurrent},
    {"ohm", 1, 1, kResistance},
    {"c", 1, 1, kCharge},
    {"coulomb", 1, 1, kCharge},
    {"mol", 1, 1, kAmount},
    {"mole", 1, 1, kAmount},
    {"k", 1, 1, kTemperature},
    {"kelvin", 1, 1, kTemperature},
    {"cent", 1, 100, kMoney},
    {"dollar", 1, 1, kMoney},
    {"buck", 1, 1, kMoney},
    {"usd", 1, 1, kMoney},
};

const Entry* Find(std::string_view lower) {
  for (const Entry& entry : kUnits) {
    if (entry.name == lower) return &entry;
  }
  if (lower.size() > 2 && lower.back() == 's') return Find(lower.substr(0, lower.size() - 1));
  return nullptr;
}

void Apply(UnitValue* unit, const Entry& entry, int power) {
  Fmpq scale;
  fmpq_set_si(scale, entry.num, static_cast<ulong>(entry.den));
  fmpq_pow_si(scale, scale, power);
  fmpq_mul(unit->scale, unit->scale, scale);
  for (size_t i = 0; i < unit->dimension.size(); ++i) {
    unit->dimension[i] = static_cast<int8_t>(unit->dimension[i] + entry.dimension[i] * power);
  }
}

}  // namespace

bool IsUnitWord(std::string_view word) {
  if (word.size() < 2) return false;
  const std::string lower = AsciiLower(word);
  return Find(lower) != nullptr && lower != "in" && lower != "as" && lower != "is" && lower != "cs";
}

bool IsDoubtfulUnit(std::string_view word) {
  static constexpr std::string_view kDoubtful[] = {"dm",  "nm", "mi", "mg",  "ms", "cl", "ha",
                                                   "in",  "kn", "kj", "kw",  "pa", "hr", "hz",
                                                   "ins", "yd", "gs", "mis", "has"};
  return std::find(std::begin(kDoubtful), std::end(kDoubtful), word) != std::end(kDoubtful);
}

UnitValue ParseUnit(std::string_view text) {
  UnitValue unit;
  fmpq_one(unit.scale);
  const std::string lower = AsciiLower(text);
  int sign = 1;
  int pending_power = 1;
  bool any = false;
  for (size_t at = 0; at < lower.size();) {
    const char c = lower[at];
    if (c == ' ' || c == '*' || c == '.') {
      ++at;
    } else if (c == '/') {
      sign = -1;
      ++at;
    } else if (c >= 'a' && c <= 'z') {
      size_t end = at;
      while (end < lower.size() && lower[end] >= 'a' && lower[end] <= 'z') ++end;
      const std::string_view word = std::string_view(lower).substr(at, end - at);
      at = end;
      if (word == "per") {
        sign = -1;
        continue;
      }
      if (word == "square" || word == "sq" || word == "cubic") {
        pending_power = word == "cubic" ? 3 : 2;
        continue;
      }
      const Entry* entry = Find(word);
      if (entry == nullptr) return UnitValue();
      int power = pending_power;
      pending_power = 1;
      if (at < lower.size() && lower[at] == '^') ++at;
      bool negative = false;
      if (at < lower.size() && lower[at] == '-') negative = true, ++at;
      if (at < lower.size() && lower[at] >= '1' && lower[at] <= '9') power = lower[at++] - '0';
      if (negative) power = -power;
      Apply(&unit, *entry, sign * power);
      any = true;
    } else {
      return UnitValue();
    }
  }
  unit.known = any;
  return unit;
}

std::string_view CurrencyOf(std::string_view unit) {
  static constexpr std::pair<std::string_view, std::string_view> kCurrencies[] = {
      {"dollar", "dollar"},  {"buck", "dollar"}, {"usd", "dollar"}, {"euro", "euro"},
      {"eur", "euro"},       {"yen", "yen"},     {"jpy", "yen"},    {"rupee", "rupee"},
      {"inr", "rupee"},      {"yuan", "yuan"},   {"rmb", "yuan"},   {"won", "won"},
      {"sterling", "pound"}, {"gbp", "pound"},   {"peso", "peso"},  {"ruble", "ruble"},
      {"franc", "franc"},    {"元", "yuan"},
  };
  const std::string lower = AsciiLower(unit);
  std::string_view word = lower;
  if (word.size() > 3 && word.back() == 's') word.remove_suffix(1);
  for (const auto& [name, currency] : kCurrencies) {
    if (word == name) return currency;
  }
  return {};
}

}  // namespace assay::math
