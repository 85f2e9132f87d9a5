#include "grading/compare/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "grading/compare/python_text.h"

namespace assay {
namespace {

size_t SkipDigits(std::string_view text, size_t at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
  return at;
}

std::string_view WithoutSign(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return text;
}

// Whether an unsigned decimal that does not fit a double is too large (else it is too small).
// The sign of the decimal exponent of its first significant digit says so.
bool IsHuge(std::string_view text) {
  size_t mantissa_end = text.find_first_of("eE");
  int64_t exponent = 0;
  if (mantissa_end != std::string_view::npos) {
    const bool negative = text[mantissa_end + 1] == '-';
    for (const char c : WithoutSign(text.substr(mantissa_end + 1))) {
      if (exponent < (int64_t{1} << 40)) exponent = exponent * 10 + (c - '0');
    }
    if (negative) exponent = -exponent;
    text = text.substr(0, mantissa_end);
  }
  size_t point = text.find('.');
  if (point == std::string_view::npos) point = text.size();
  const size_t first = text.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  return exponent + static_cast<int64_t>(point) - static_cast<int64_t>(first) > 0;
}

}  // namespace

NumberForm FormOf(std::string_view text) {
  text = WithoutSign(text);
  const size_t whole_end = SkipDigits(text, 0);
  size_t at = whole_end;
  if (at == text.size()) return at == 0 ? NumberForm::kNone : NumberForm::kInteger;
  size_t digits = whole_end;
  if (text[at] == '.') {
    const size_t fraction_end = SkipDigits(text, at + 1);
    digits += fraction_end - (at + 1);
    at = fraction_end;
  }
  if (digits == 0) return NumberForm::kNone;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const size_t exponent_end = SkipDigits(text, at);
    if (exponent_end == at) return NumberForm::kNone;
    at = exponent_end;
  }
  return at == text.size() ? NumberForm::kNonInteger : NumberForm::kNone;
}

double DecimalValue(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  text = WithoutSign(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    value = IsHuge(text) ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return negative ? -value : value;
}

bool IsNonFiniteWord(std::string_view text) {
  text = WithoutSign(text);
  return EqualIgnoringAsciiCase(text, "nan") || EqualIgnoringAsciiCase(text, "inf") ||
         EqualIgnoringAsciiCase(text, "infinity");
}

std::optional<double> ParsePythonFloat(std::string_view text) {
  const std::string_view whole = text;
  text = PythonStrip(text);
  // float() strips what str.strip() does, but for the ASCII separators.
  const auto separator = [](char c) { return c >= 0x1c && c <= 0x1f; };
  const size_t before = text.data() - whole.data();
  const std::string_view behind = whole.substr(before + text.size());
  if (std::any_of(whole.begin(), whole.begin() + before, separator) ||
      std::any_of(behind.begin(), behind.end(), separator)) {
    return std::nullopt;
  }
  if (IsNonFiniteWord(text)) {
    const bool negative = text[0] == '-';
    const char kind = LowerAscii(WithoutSign(text)[0]);
    const double value = kind == 'n' ? std::numeric_limits<double>::quiet_NaN()
                                     : std::numeric_limits<double>::infinity();
    return negative ? -value : value;
  }
  if (text.find('_') == std::string_view::npos) {
    if (FormOf(text) == NumberForm::kNone) return std::nullopt;
    return DecimalValue(text);
  }
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      plain.push_back(text[i]);
    } else if (i == 0 || i + 1 == text.size() || !IsDigit(text[i - 1]) || !IsDigit(text[i + 1])) {
      return std::nullopt;
    }
  }
  if (FormOf(plain) == NumberForm::kNone) return std::nullopt;
  return DecimalValue(plain);
}

bool EqualIgnoringAsciiCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (LowerAscii(a[i]) != LowerAscii(b[i])) return false;
  }
  return true;
}

}  // namespace assay
