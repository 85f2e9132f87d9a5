#include "data/pickle/pickle_texts.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "text/json_writer.h"
#include "text/utf8.h"

namespace assay::pickle {
namespace {

constexpr uint32_t kHighestCode = 0x10FFFF;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

std::optional<uint32_t> Hex(std::string_view text, size_t at, size_t digits) {
  if (at + digits > text.size()) return std::nullopt;
  uint32_t code = 0;
  const char* const begin = text.data() + at;
  const auto [end, error] = std::from_chars(begin, begin + digits, code, 16);
  if (error != std::errc() || end != begin + digits) return std::nullopt;
  return code;
}

bool IsHigh(uint32_t code) {
  return code >= 0xD800 && code < 0xDC00;
}
bool IsLow(uint32_t code) {
  return code >= 0xDC00 && code < 0xE000;
}

}  // namespace

std::optional<std::string> FromRawUnicodeEscape(std::string_view line) {
  std::string text;
  uint32_t high = 0;  // the first half of a pair, while the second is awaited
  for (size_t i = 0; i < line.size();) {
    uint32_t code = static_cast<uint8_t>(line[i]);
    size_t length = 1;
    const char kind = line[i] == '\\' && i + 1 < line.size() ? line[i + 1] : '\0';
    if (kind == 'u' || kind == 'U') {
      const size_t digits = kind == 'u' ? 4 : 8;
      const std::optional<uint32_t> escaped = Hex(line, i + 2, digits);
      if (!escaped || *escaped > kHighestCode) return std::nullopt;
      code = *escaped;
      length = 2 + digits;
    }
    i += length;
    if (high != 0) {
      if (!IsLow(code)) return std::nullopt;
      code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00);
      high = 0;
    } else if (IsHigh(code)) {
      high = code;
      continue;
    } else if (IsLow(code)) {
      return std::nullopt;
    }
    AppendUtf8(&text, code);
  }
  if (high != 0) return std::nullopt;
  return text;
}

std::optional<std::string> FromQuotedString(std::string_view line) {
  if (line.size() < 2 || line.front() != line.back() ||
      (line.front() != '\'' && line.front() != '"')) {
    return std::nullopt;
  }
  line = line.substr(1, line.size() - 2);
  constexpr std::string_view kLetters = "nrtabfv0\\'\"";
  constexpr std::string_view kMeant("\n\r\t\a\b\f\v\0\\'\"", 11);
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      text += line[i];
      continue;
    }
    if (++i == line.size()) return std::nullopt;
    if (line[i] == 'x') {
      const std::optional<uint32_t> byte = Hex(line, i + 1, 2);
      if (!byte) return std::nullopt;
      text += static_cast<char>(*byte);
      i += 2;
      continue;
    }
    const size_t which = kLetters.find(line[i]);
    if (which == std::string_view::npos) return std::nullopt;
    text += kMeant[which];
  }
  if (!IsValidUtf8(text)) return std::nullopt;
  return text;
}

std::optional<std::string> FromIntText(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.size() > 2 * kMaxIntegerBytes) return std::nullopt;
  if (!std::all_of(digits.begin(), digits.end(), IsDigit)) return std::nullopt;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  return std::string(text);
}

std::string FloatText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return JsonWriter().Double(value).Take();
}

std::optional<std::string> FromFloatText(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return FloatText(value);
}

std::optional<std::string> FromLongBytes(std::string_view bytes) {
  if (bytes.size() > kMaxIntegerBytes) return std::nullopt;
  if (bytes.empty()) return "0";
  std::string magnitude(bytes.rbegin(), bytes.rend());  // most significant byte first
  const bool negative = (static_cast<uint8_t>(magnitude[0]) & 0x80) != 0;
  if (negative) {
    unsigned carry = 1;
    for (size_t i = magnitude.size(); i-- > 0;) {
      const unsigned value = static_cast<uint8_t>(~magnitude[i]) + carry;
      magnitude[i] = static_cast<char>(value);
      carry = value >> 8;
    }
  }
  std::string digits;
  for (size_t begin = 0; begin < magnitude.size();) {
    unsigned remainder = 0;
    for (size_t i = begin; i < magnitude.size(); ++i) {
      const unsigned value = remainder << 8 | static_cast<uint8_t>(magnitude[i]);
      magnitude[i] = static_cast<char>(value / 10);
      remainder = value % 10;
    }
    digits += static_cast<char>('0' + remainder);
    while (begin < magnitude.size() && magnitude[begin] == '\0') ++begin;
  }
  std::reverse(digits.begin(), digits.end());
  return (negative ? "-" : "") + digits;
}

}  // namespace assay::pickle
