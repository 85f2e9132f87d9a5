#include "grading/compare/python_decimal.h"

#include <algorithm>

#include "grading/compare/number.h"

namespace assay {
namespace {

using Kind = PythonDecimal::Kind;

// The limits of Decimal in a 64-bit Python: of the exponents of the first and of the last digit.
constexpr int64_t kMostExponent = 999'999'999'999'999'999;
constexpr int64_t kLeastExponent = -1'999'999'999'999'999'997;
// Beyond every limit, and far from overflowing when a length is added.
constexpr int64_t kFarExponent = 4'000'000'000'000'000'000;

bool AllDigits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), IsDigit);
}

int64_t ReadExponent(std::string_view text) {
  const bool negative = text[0] == '-';
  if (!IsDigit(text[0])) text.remove_prefix(1);
  int64_t value = 0;
  for (const char c : text) {
    if (value < kFarExponent) value = std::min(value, kFarExponent / 10) * 10 + (c - '0');
  }
  return negative ? -value : value;
}

std::optional<PythonDecimal> ParseWord(std::string_view text, bool negative) {
  const auto begins = [&](std::string_view word) {
    return EqualIgnoringAsciiCase(text.substr(0, word.size()), word);
  };
  PythonDecimal result;
  result.negative = negative;
  if (EqualIgnoringAsciiCase(text, "inf") || EqualIgnoringAsciiCase(text, "infinity")) {
    result.kind = Kind::kInfinite;
    return result;
  }
  result.kind = Kind::kNotANumber;
  const size_t word = begins("nan") ? 3 : begins("snan") ? 4 : 0;
  if (word > 0 && AllDigits(text.substr(word))) return result;
  return std::nullopt;
}

}  // namespace

std::optional<PythonDecimal> ParsePythonDecimal(std::string_view text) {
  std::string plain(text);
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  std::string_view rest = plain;
  const bool negative = !rest.empty() && rest[0] == '-';
  if (negative || (!rest.empty() && rest[0] == '+')) rest.remove_prefix(1);
  if (rest.empty() || rest[0] == '+' || rest[0] == '-') return std::nullopt;
  if (FormOf(rest) == NumberForm::kNone) return ParseWord(rest, negative);

  const size_t mark = std::min(rest.find_first_of("eE"), rest.size());
  const int64_t written = mark == rest.size() ? 0 : ReadExponent(rest.substr(mark + 1));
  PythonDecimal result;
  result.digits = rest.substr(0, mark);
  const size_t point = result.digits.find('.');
  int64_t fraction = 0;
  if (point != std::string::npos) {
    fraction = static_cast<int64_t>(result.digits.size() - point - 1);
    result.digits.erase(point, 1);
  }
  result.digits.erase(0, std::min(result.digits.find_first_not_of('0'), result.digits.size()));
  result.exponent = written - fraction;
  const auto length = static_cast<int64_t>(std::max<size_t>(result.digits.size(), 1));
  if (result.exponent < kLeastExponent || result.exponent + length - 1 > kMostExponent) {
    return std::nullopt;  // Decimal() refuses what it can't hold exactly
  }
  const size_t kept = result.digits.find_last_not_of('0') + 1;
  result.exponent += static_cast<int64_t>(result.digits.size() - kept);
  result.digits.resize(kept);
  if (result.digits.empty()) {
    result.exponent = 0;
  } else {
    result.negative = negative;
  }
  return result;
}

bool Equal(const PythonDecimal& a, const PythonDecimal& b) {
  if (a.kind == Kind::kNotANumber || b.kind == Kind::kNotANumber) return false;
  return a.kind == b.kind && a.negative == b.negative && a.digits == b.digits &&
         a.exponent == b.exponent;
}

}  // namespace assay
