#include "math/lexicon/units.h"

#include <algorithm>
#include <iterator>
#include <optional>
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
// Scales with a zero of their own and currencies of other countries: equal to nothing but
// themselves.
constexpr Dim kCelsius{0, 0, 0, 0, 101}, kFahrenheit{0, 0, 0, 0, 102}, kYuan{0, 0, 0, 0, 0, 0, 2};

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
    {"hertz", 1, 1, kFrequency},
    {"khz", 1000, 1, kFrequency},
    {"mhz", 1'000'000, 1, kFrequency},
    {"ghz", 1'000'000'000, 1, kFrequency},
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
    {"mpa", 1'000'000, 1, kPressure},
    {"pascal", 1, 1, kPressure},
    {"ev", 1, 6'241'509'074'460'762'607, kEnergy},
    {"rad", 1, 1, {}},
    {"radian", 1, 1, {}},
    {"celsius", 1, 1, kCelsius},
    {"centigrade", 1, 1, kCelsius},
    {"fahrenheit", 1, 1, kFahrenheit},
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

// As they are written in Chinese.
constexpr Entry kChineseUnits[] = {
    {"毫米", 1, 1000, kLength},
    {"厘米", 1, 100, kLength},
    {"分米", 1, 10, kLength},
    {"米", 1, 1, kLength},
    {"千米", 1000, 1, kLength},
    {"公里", 1000, 1, kLength},
    {"公顷", 10000, 1, kArea},
    {"毫克", 1, 1'000'000, kMass},
    {"克", 1, 1000, kMass},
    {"千克", 1, 1, kMass},
    {"公斤", 1, 1, kMass},
    {"吨", 1000, 1, kMass},
    {"毫秒", 1, 1000, kTime},
    {"秒钟", 1, 1, kTime},
    {"秒", 1, 1, kTime},
    {"分钟", 60, 1, kTime},
    {"小时", 3600, 1, kTime},
    {"天", 86400, 1, kTime},
    {"周", 604800, 1, kTime},
    {"星期", 604800, 1, kTime},
    {"个月", kYear, 12, kTime},
    {"年", kYear, 1, kTime},
    {"毫升", 1, 1'000'000, kVolume},
    {"升", 1, 1000, kVolume},
    {"元", 1, 1, kYuan},
    {"角", 1, 10, kYuan},
    {"摄氏度", 1, 1, kCelsius},
    {"华氏度", 1, 1, kFahrenheit},
    {"牛顿", 1, 1, kForce},
    {"牛", 1, 1, kForce},
    {"焦耳", 1, 1, kEnergy},
    {"焦", 1, 1, kEnergy},
    {"瓦特", 1, 1, kPower},
    {"千瓦", 1000, 1, kPower},
    {"瓦", 1, 1, kPower},
    {"伏特", 1, 1, kVoltage},
    {"伏", 1, 1, kVoltage},
    {"安培", 1, 1, kCurrent},
    {"安", 1, 1, kCurrent},
    {"欧姆", 1, 1, kResistance},
    {"帕", 1, 1, kPressure},
    {"赫兹", 1, 1, kFrequency},
};

// Symbols that take a prefix, in their own capitals: mA is no MA.
constexpr Entry kPrefixable[] = {
    {"m", 1, 1, kLength},
    {"g", 1, 1000, kMass},
    {"s", 1, 1, kTime},
    {"A", 1, 1, kCurrent},
    {"mol", 1, 1, kAmount},
    {"Hz", 1, 1, kFrequency},
    {"N", 1, 1, kForce},
    {"J", 1, 1, kEnergy},
    {"W", 1, 1, kPower},
    {"Wh", 3600, 1, kEnergy},
    {"Pa", 1, 1, kPressure},
    {"V", 1, 1, kVoltage},
    {"C", 1, 1, kCharge},
    {"ohm", 1, 1, kResistance},
    {"eV", 1, 6'241'509'074'460'762'607, kEnergy},
    {"L", 1, 1000, kVolume},
    {"l", 1, 1000, kVolume},
};

struct Prefix {
  char letter;
  int64_t num;
  int64_t den;
};
constexpr Prefix kPrefixes[] = {
    {'T', 1'000'000'000'000, 1},
    {'G', 1'000'000'000, 1},
    {'M', 1'000'000, 1},
    {'k', 1000, 1},
    {'d', 1, 10},
    {'c', 1, 100},
    {'m', 1, 1000},
    {'u', 1, 1'000'000},
    {'n', 1, 1'000'000'000},
    {'p', 1, 1'000'000'000'000},
};

// A factor beside an entry: their product may need more than 64 bits.
struct Scaled {
  const Entry* entry = nullptr;
  int64_t num = 1;
  int64_t den = 1;
};

const Entry* Find(std::string_view lower) {
  for (const Entry& entry : kUnits) {
    if (entry.name == lower) return &entry;
  }
  if (lower.size() > 2 && lower.back() == 's') return Find(lower.substr(0, lower.size() - 1));
  return nullptr;
}

// By its own capitals first, then as any writing of the name.
Scaled FindWritten(std::string_view word) {
  for (const Prefix& prefix : kPrefixes) {
    if (word.size() < 2 || word[0] != prefix.letter) continue;
    for (const Entry& entry : kPrefixable) {
      if (entry.name == word.substr(1)) return {&entry, prefix.num, prefix.den};
    }
  }
  return {Find(AsciiLower(word))};
}

const Entry* FindChinese(std::string_view text) {
  const Entry* longest = nullptr;
  for (const Entry& entry : kChineseUnits) {
    if (text.substr(0, entry.name.size()) != entry.name) continue;
    if (longest == nullptr || entry.name.size() > longest->name.size()) longest = &entry;
  }
  return longest;
}

void Apply(UnitValue* unit, const Scaled& found, int power) {
  const Entry& entry = *found.entry;
  Fmpq scale;
  Fmpq factor;
  fmpq_set_si(scale, entry.num, static_cast<ulong>(entry.den));
  fmpq_set_si(factor, found.num, static_cast<ulong>(found.den));
  fmpq_mul(scale, scale, factor);
  fmpq_pow_si(scale, scale, power);
  fmpq_mul(unit->scale, unit->scale, scale);
  for (size_t i = 0; i < unit->dimension.size(); ++i) {
    unit->dimension[i] = static_cast<int8_t>(unit->dimension[i] + entry.dimension[i] * power);
  }
}

}  // namespace

bool IsUnitWord(std::string_view word) {
  static constexpr std::string_view kOwnCapitals[] = {"GPa", "mV", "kV", "mA",   "keV", "MeV",
                                                      "GeV", "MW", "mW", "mmol", "MJ",  "kWh"};
  if (word.size() < 2) return false;
  if (std::find(std::begin(kOwnCapitals), std::end(kOwnCapitals), word) != std::end(kOwnCapitals)) {
    return true;
  }
  const std::string lower = AsciiLower(word);
  if (lower == "ev" && word != "eV") return false;
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
  int sign = 1;
  int pending_power = 1;
  bool any = false;
  const auto letter = [&](size_t at) {
    return at < text.size() &&
           ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z'));
  };
  const auto take = [&](size_t* at, std::string_view word) {
    if (text.substr(*at, word.size()) != word) return false;
    *at += word.size();
    return true;
  };
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    Scaled found;
    if (c == ' ' || c == '*' || c == '.') {
      ++at;
      continue;
    }
    if (c == '/' || take(&at, "每")) {
      sign = -1;
      at += c == '/' ? 1 : 0;
      continue;
    }
    if (take(&at, "平方") || take(&at, "立方")) {
      pending_power = text.substr(at - 6, 6) == "立方" ? 3 : 2;
      continue;
    }
    if (letter(at)) {
      size_t end = at;
      while (letter(end)) ++end;
      const std::string_view word = text.substr(at, end - at);
      const std::string lower = AsciiLower(word);
      at = end;
      if (lower == "per") {
        sign = -1;
        continue;
      }
      if (lower == "square" || lower == "sq" || lower == "cubic") {
        pending_power = lower == "cubic" ? 3 : 2;
        continue;
      }
      found = FindWritten(word);
    } else {
      found.entry = FindChinese(text.substr(at));
      if (found.entry != nullptr) at += found.entry->name.size();
    }
    if (found.entry == nullptr) return UnitValue();
    int power = pending_power;
    pending_power = 1;
    if (at < text.size() && text[at] == '^') ++at;
    bool negative = false;
    if (at < text.size() && text[at] == '-') negative = true, ++at;
    if (at < text.size() && text[at] >= '1' && text[at] <= '9') power = text[at++] - '0';
    if (negative) power = -power;
    Apply(&unit, found, sign * power);
    any = true;
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
