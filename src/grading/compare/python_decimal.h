// Python's decimal.Decimal as far as comparing for equality needs it. Internal to grading.
// Pure, linear at any length: two numbers are compared as written, never expanded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

struct PythonDecimal {
  enum class Kind { kFinite, kInfinite, kNotANumber };
  Kind kind = Kind::kFinite;
  bool negative = false;  // never of a zero
  std::string digits;     // without zeros at either end; empty: zero
  int64_t exponent = 0;   // of the last digit; 0 for a zero
};

// What Decimal(text) accepts: decimals, Infinity or Inf, NaN and sNaN with digits behind, in any
// case, with underscores anywhere; exponents within the limits of a 64-bit build. Digits of other
// scripts are not recognised.
std::optional<PythonDecimal> ParsePythonDecimal(std::string_view text);

// Exact: 1.0 equals 1, a NaN equals nothing.
bool Equal(const PythonDecimal& a, const PythonDecimal& b);

}  // namespace assay
