// Numbers as science writes them, with the digits they were written with: "1,234.5", "1.20e-3",
// "1.2 × 10⁻³", "10^5", "3/4", "2π", "5.2 million".
//
// Reads plain text (notation.h). A product, quotient, root or power of numbers is a value without
// a last digit (`exact`); nothing else is calculated. Bounded recursion; pure, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace assay::science {

struct Number {
  double value = 0;
  bool exact = false;    // calculated: no last digit
  bool integer = false;  // written without point and power of ten
  int digits = 0;        // significant, an integer's last zeros included; 0 for a written zero
  int sure_digits = 0;   // without an integer's last zeros
  int place = 0;         // the power of ten of the last digit
};

struct NumberReading {
  Number number;
  size_t end = 0;
};

// "4,5" is four and a half, or two numbers.
enum class DecimalComma { kYes, kNo };

// The number that begins at a place, blanks before it skipped; a sign is part of it. Takes no sum
// outside brackets and no unit.
std::optional<NumberReading> ReadNumber(std::string_view plain, size_t begin, DecimalComma comma);

}  // namespace assay::science
