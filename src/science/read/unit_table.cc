// The units by name, and the prefixes.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "science/read/notation.h"
#include "science/read/units.h"

namespace assay::science {
namespace {

constexpr double kTau = 6.283185307179586476925;
constexpr double kPi = kTau / 2;
constexpr double kElementaryCharge = 1.602176634e-19;
constexpr double kCalorie = 4.184;
constexpr double kPound = 0.45359237;
constexpr double kStandardGravity = 9.80665;
constexpr double kInch = 0.0254;
constexpr double kYear = 365.25 * 86400;
constexpr double kLightSpeed = 299792458;
constexpr double kAtmosphere = 101325;

// Whole powers of m, kg, s, A, K, mol, cd, rad.
struct Powers {
  int m = 0, kg = 0, s = 0, a = 0, k = 0, mol = 0, cd = 0, rad = 0;
};

constexpr Powers kNone{};
constexpr Powers kLength{.m = 1};
constexpr Powers kVolume{.m = 3};
constexpr Powers kMass{.kg = 1};
constexpr Powers kTime{.s = 1};
constexpr Powers kRate{.s = -1};
constexpr Powers kSpeed{.m = 1, .s = -1};
constexpr Powers kForce{.m = 1, .kg = 1, .s = -2};
constexpr Powers kEnergy{.m = 2, .kg = 1, .s = -2};
constexpr Powers kPower{.m = 2, .kg = 1, .s = -3};
constexpr Powers kPressure{.m = -1, .kg = 1, .s = -2};
constexpr Powers kAngle{.rad = 1};
constexpr Powers kAmount{.mol = 1};
constexpr Powers kPerVolume{.m = -3, .mol = 1};
constexpr Powers kDose{.m = 2, .s = -2};
constexpr Powers kCharge{.s = 1, .a = 1};

// Which prefixes a name takes.
enum class Takes { kNothing, kPrefixes };
using enum Takes;

struct Row {
  std::string_view symbols;  // between blanks; the case counts
  std::string_view words;    // singular, in lower case
  Powers powers;
  double factor;
  Takes takes = kNothing;
  double offset = 0;
  int turns = 0;
};

constexpr Row kRows[] = {
    {"m", "meter metre", kLength, 1, kPrefixes},
    {"g", "gram gramme", kMass, 1e-3, kPrefixes},
    {"gm", "", kMass, 1e-3},  // without prefixes: "kgm" is kg m
    {"s sec", "second", kTime, 1, kPrefixes},
    {"A", "ampere amp", {.a = 1}, 1, kPrefixes},
    {"K °K degK", "kelvin degreekelvin degreeskelvin", {.k = 1}, 1, kPrefixes},
    {"mol", "mole", kAmount, 1, kPrefixes},
    {"cd", "candela", {.cd = 1}, 1, kPrefixes},
    {"rad", "radian", kAngle, 1, kPrefixes},
    {"sr", "steradian", {.rad = 2}, 1},

    // A cycle a second: 2 π rad/s.
    {"Hz", "hertz", {.s = -1, .rad = 1}, kTau, kPrefixes, 0, 1},
    {"N", "newton", kForce, 1, kPrefixes},
    {"Pa", "pascal", kPressure, 1, kPrefixes},
    {"J", "joule", kEnergy, 1, kPrefixes},
    {"W", "watt", kPower, 1, kPrefixes},
    {"C", "coulomb", kCharge, 1, kPrefixes},
    {"V", "volt", {.m = 2, .kg = 1, .s = -3, .a = -1}, 1, kPrefixes},
    {"F", "farad", {.m = -2, .kg = -1, .s = 4, .a = 2}, 1, kPrefixes},
    {"Ω ohm ohms", "ohm", {.m = 2, .kg = 1, .s = -3, .a = -2}, 1, kPrefixes},
    {"", "kilohm", {.m = 2, .kg = 1, .s = -3, .a = -2}, 1e3},
    {"", "megohm", {.m = 2, .kg = 1, .s = -3, .a = -2}, 1e6},
    {"S", "siemens mho", {.m = -2, .kg = -1, .s = 3, .a = 2}, 1, kPrefixes},
    {"Wb", "weber", {.m = 2, .kg = 1, .s = -2, .a = -1}, 1, kPrefixes},
    {"T", "tesla", {.kg = 1, .s = -2, .a = -1}, 1, kPrefixes},
    {"H", "henry henrie", {.m = 2, .kg = 1, .s = -2, .a = -2}, 1, kPrefixes},
    {"lm", "lumen", {.cd = 1, .rad = 2}, 1},
    {"lx", "lux", {.m = -2, .cd = 1, .rad = 2}, 1},
    {"Bq", "becquerel", kRate, 1, kPrefixes},
    {"Gy", "gray", kDose, 1, kPrefixes},
    {"Sv", "sievert", kDose, 1, kPrefixes},
    {"kat", "katal", {.s = -1, .mol = 1}, 1, kPrefixes},

    {"°C degC",
     "celsius centigrade degreecelsius degreescelsius degreecentigrade",
     {.k = 1},
     1,
     kNothing,
     273.15},
    {"°F degF",
     "fahrenheit degreefahrenheit degreesfahrenheit",
     {.k = 1},
     5.0 / 9,
     kNothing,
     459.67 * 5 / 9},
    {"° deg", "degree", kAngle, kPi / 180},
    {"arcmin", "arcminute", kAngle, kPi / 10800},
    {"arcsec", "arcsecond", kAngle, kPi / 648000},
    {"rev", "revolution turn cycle", kAngle, kTau, kNothing, 0, 1},
    {"rpm RPM", "", {.s = -1, .rad = 1}, kTau / 60, kNothing, 0, 1},

    {"L l ℓ", "liter litre", kVolume, 1e-3, kPrefixes},
    {"cc ccm", "", kVolume, 1e-6},
    {"mcg", "", kMass, 1e-9},
    {"M", "molar", kPerVolume, 1e3, kPrefixes},
    {"", "molal", {.kg = -1, .mol = 1}, 1},
    {"min", "minute", kTime, 60},
    {"h hr", "hour", kTime, 3600},
    {"d", "day", kTime, 86400},
    {"wk", "week", kTime, 7 * 86400.0},
    {"yr y", "year annum", kTime, kYear},
    {"Gyr", "", kTime, 1e9 * kYear},
    {"Myr", "", kTime, 1e6 * kYear},
    {"kyr", "", kTime, 1e3 * kYear},
    {"ha", "hectare", {.m = 2}, 1e4},
    {"t", "tonne metricton", kMass, 1e3},
    {"eV", "electronvolt", kEnergy, kElementaryCharge, kPrefixes},
    {"u amu", "atomicmassunit", kMass, 1.66053906660e-27},
    {"Da", "dalton", kMass, 1.66053906660e-27, kPrefixes},
    {"Eh", "hartree", kEnergy, 4.3597447222071e-18},
    {"Ry", "rydberg", kEnergy, 2.1798723611035e-18},
    {"au AU ua", "astronomicalunit", kLength, 149597870700.0},
    {"ly", "lightyear", kLength, kLightSpeed* kYear, kPrefixes},
    {"pc", "parsec", kLength, 3.0856775814913673e16, kPrefixes},
    {"c", "", kSpeed, kLightSpeed},
    {"Å", "angstrom ångström ångstrom", kLength, 1e-10},
    {"", "fermi", kLength, 1e-15},
    {"", "micron", kLength, 1e-6},
    {"", "barn", {.m = 2}, 1e-28},
    {"D", "debye", {.m = 1, .s = 1, .a = 1}, 3.33564095198152e-30},

    {"atm", "atmosphere", kPressure, kAtmosphere},
    {"bar", "", kPressure, 1e5, kPrefixes},
    {"Torr torr", "", kPressure, kAtmosphere / 760, kPrefixes},
    {"mmHg", "", kPressure, 133.322387415},
    {"cmHg", "", kPressure, 1333.22387415},
    {"psi", "", kPressure, kPound* kStandardGravity / (kInch * kInch)},
    {"cal", "calorie", kEnergy, kCalorie, kPrefixes},
    {"Cal", "", kEnergy, 1e3 * kCalorie},
    {"erg", "erg", kEnergy, 1e-7},
    {"dyn", "dyne", kForce, 1e-5},
    {"BTU Btu", "", kEnergy, 1055.05585262},
    {"Wh", "", kEnergy, 3600, kPrefixes},
    {"Ah", "", kCharge, 3600, kPrefixes},
    {"hp", "horsepower", kPower, 745.69987158227022},
    {"Nm", "", kEnergy, 1},
    {"Js", "", {.m = 2, .kg = 1, .s = -1}, 1},
    {"G", "gauss", {.kg = 1, .s = -2, .a = -1}, 1e-4},
    {"Ci", "curie", kRate, 3.7e10, kPrefixes},
    {"rem", "rem", kDose, 1e-2, kPrefixes},
    {"P", "poise", {.m = -1, .kg = 1, .s = -1}, 0.1},
    {"cP", "centipoise", {.m = -1, .kg = 1, .s = -1}, 1e-3},
    {"dpt", "diopter dioptre", {.m = -1}, 1},

    {"in", "inch inche", kLength, kInch},
    {"ft", "foot feet", kLength, 0.3048},
    {"yd", "yard", kLength, 0.9144},
    {"mi", "mile", kLength, 1609.344},
    {"nmi", "nauticalmile", kLength, 1852},
    {"mph", "", kSpeed, 0.44704},
    {"kph kmph", "", kSpeed, 1 / 3.6},
    {"kn", "knot", kSpeed, 1852.0 / 3600},
    {"lb lbm", "pound", kMass, kPound},
    {"lbf", "poundforce", kForce, kPound* kStandardGravity},
    {"oz", "ounce", kMass, kPound / 16},
    {"slug", "slug", kMass, 14.593902937206},
    {"gal", "gallon", kVolume, 3.785411784e-3},
    {"qt", "quart", kVolume, 0.946352946e-3},

    {"%", "percent pct", kNone, 1e-2},
    {"permille", "permille", kNone, 1e-3},
    {"ppm", "", kNone, 1e-6},
    {"ppb", "", kNone, 1e-9},
    {"",
     "molecule atom particle ion photon electron formulaunit decay disintegration count event beat",
     kNone, 1},
    {"cps", "", kRate, 1},
    {"bpm", "", kRate, 1.0 / 60},
};

struct Prefix {
  std::string_view symbol;
  std::string_view word;
  int power;
};
constexpr Prefix kPrefixRows[] = {
    {"da", "deca", 1},  {"h", "hecto", 2},  {"k", "kilo", 3},   {"M", "mega", 6},
    {"G", "giga", 9},   {"T", "tera", 12},  {"P", "peta", 15},  {"E", "exa", 18},
    {"d", "deci", -1},  {"c", "centi", -2}, {"m", "milli", -3}, {"µ", "micro", -6},
    {"u", "micro", -6}, {"n", "nano", -9},  {"p", "pico", -12}, {"f", "femto", -15},
    {"a", "atto", -18}, {"K", "kilo", 3},
};

// Spellings that a table of prefixes and units would read otherwise than people do: words, "pH".
constexpr std::string_view kNoUnits[] = {"as", "pH", "am", "Pm", "ah", "mad", "has", "hah"};

// From the right: exact, as the decimal powers of doubles are up to 10^22.
double PowerOfTen(int power) {
  return power < 0 ? 1 / std::pow(10.0, -power) : std::pow(10.0, power);
}

Unit UnitOf(const Row& row) {
  Unit unit;
  const Powers& p = row.powers;
  const int powers[] = {p.m, p.kg, p.s, p.a, p.k, p.mol, p.cd, p.rad};
  for (size_t i = 0; i < std::size(powers); ++i) {
    unit.dimension.halves[i] = static_cast<int16_t>(2 * powers[i]);
  }
  unit.factor = row.factor;
  unit.offset = row.offset;
  unit.turns = row.turns;
  return unit;
}

class Table {
 public:
  Table() {
    for (const Row& row : kRows) {
      ForEachName(row.symbols, [&](std::string_view name) { symbols_.try_emplace(name, &row); });
      ForEachName(row.words, [&](std::string_view name) { words_.try_emplace(name, &row); });
    }
  }

  std::optional<Unit> Find(std::string_view name) const {
    for (const std::string_view none : kNoUnits) {
      if (name == none) return std::nullopt;
    }
    if (const Row* row = Lookup(symbols_, name)) return UnitOf(*row);
    for (const Prefix& prefix : kPrefixRows) {
      if (!HasAt(name, 0, prefix.symbol)) continue;
      const Row* row = Lookup(symbols_, name.substr(prefix.symbol.size()));
      if (row != nullptr && row->takes == kPrefixes) return Scaled(*row, prefix);
    }
    return Word(name);
  }

 private:
  using Names = std::unordered_map<std::string_view, const Row*>;

  template <typename Function>
  static void ForEachName(std::string_view names, Function&& function) {
    while (!names.empty()) {
      const size_t end = std::min(names.find(' '), names.size());
      function(names.substr(0, end));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }

  static const Row* Lookup(const Names& names, std::string_view name) {
    const auto found = names.find(name);
    return found == names.end() ? nullptr : found->second;
  }

  static Unit Scaled(const Row& row, const Prefix& prefix) {
    Unit unit = UnitOf(row);
    unit.factor *= PowerOfTen(prefix.power);
    return unit;
  }

  const Row* Singular(std::string_view word) const {
    if (const Row* row = Lookup(words_, word)) return row;
    if (word.size() > 3 && word.back() == 's') {
      return Lookup(words_, word.substr(0, word.size() - 1));
    }
    return nullptr;
  }

  std::optional<Unit> Word(std::string_view name) const {
    constexpr size_t kLongest = 24;
    if (name.size() > kLongest) return std::nullopt;
    const std::string lower = AsciiLower(name);
    if (const Row* row = Singular(lower)) return UnitOf(*row);
    for (const Prefix& prefix : kPrefixRows) {
      if (!StartsWith(lower, prefix.word)) continue;
      const Row* row = Singular(std::string_view(lower).substr(prefix.word.size()));
      if (row != nullptr && row->takes == kPrefixes) return Scaled(*row, prefix);
    }
    // Plurals of symbols: "hrs", "mins", "lbs", "kgs".
    constexpr std::string_view kPlurals[] = {"hrs",  "mins", "secs", "yrs", "lbs",
                                             "kgs",  "gms",  "mols", "yds", "revs",
                                             "rads", "degs", "atms", "cals"};
    for (const std::string_view plural : kPlurals) {
      if (lower == plural) return Find(std::string_view(lower).substr(0, lower.size() - 1));
    }
    // Symbols of people who don't mind the case, where it can mean nothing else.
    constexpr std::pair<std::string_view, std::string_view> kLoose[] = {
        {"KG", "kg"},   {"hz", "Hz"},     {"HZ", "Hz"},     {"khz", "kHz"},   {"KHZ", "kHz"},
        {"ev", "eV"},   {"EV", "eV"},     {"kev", "keV"},   {"Mev", "MeV"},   {"Gev", "GeV"},
        {"ATM", "atm"}, {"Atm", "atm"},   {"Mol", "mol"},   {"MOL", "mol"},   {"kpa", "kPa"},
        {"KPA", "kPa"}, {"kPA", "kPa"},   {"kj", "kJ"},     {"kwh", "kWh"},   {"KWH", "kWh"},
        {"KWh", "kWh"}, {"mmhg", "mmHg"}, {"MMHG", "mmHg"}, {"Kcal", "kcal"}, {"PSI", "psi"},
        {"MPH", "mph"}, {"Rad", "rad"},   {"Min", "min"},
    };
    for (const auto& [loose, symbol] : kLoose) {
      if (name == loose) return Find(symbol);
    }
    return std::nullopt;
  }

  Names symbols_;
  Names words_;
};

}  // namespace

std::optional<Unit> NamedUnit(std::string_view name) {
  static const Table table;
  return table.Find(name);
}

}  // namespace assay::science
