// Units of measure: reads "km/h", "square feet", "cm^3", "hours" into a scale and a dimension, so
// that 5 h can equal 300 min. Unknown words ("tickets") are annotations. Pure; thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "math/lexicon/flint_types.h"

namespace assay::math {

struct UnitValue {
  bool known = false;
  Fmpq scale;                         // to the SI unit
  std::array<int8_t, 7> dimension{};  // m, kg, s, A, K, mol, currency
};

// A word that is a unit when it follows a number, as "km" or "minutes".
bool IsUnitWord(std::string_view word);
// A unit whose letters are as likely two variables when they are set in italics: mg, ms, ha.
bool IsDoubtfulUnit(std::string_view word);
// "dollar" of "dollars", "\\$" and "USD"; empty for what is no money.
std::string_view CurrencyOf(std::string_view unit);
// Words separated by spaces, with '/', '*' and '^n'.
UnitValue ParseUnit(std::string_view text);

}  // namespace assay::math
