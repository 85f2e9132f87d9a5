#include "api/e2b/wire/rfc3339.h"

#include <charconv>
#include <ctime>

#include "text/utc_time.h"

namespace assay {
namespace {

// "2026-11-22T17:04:26" with digits where there are digits here.
constexpr std::string_view kShape = "0000-00-00T00:00:00";

int Number(std::string_view text, size_t at, size_t digits) {
  int value = 0;
  std::from_chars(text.data() + at, text.data() + at + digits, value);
  return value;
}

bool HasShape(std::string_view text, std::string_view shape) {
  if (text.size() < shape.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == '0' ? !digit : (text[i] | 0x20) != (shape[i] | 0x20)) return false;
  }
  return true;
}

}  // namespace

std::string Rfc3339(WallTime time) {
  return UtcTime(time, 6);
}

std::optional<WallTime> ParseRfc3339(std::string_view text) {
  if (!HasShape(text, kShape)) return std::nullopt;
  std::tm utc{};
  utc.tm_year = Number(text, 0, 4) - 1900;
  utc.tm_mon = Number(text, 5, 2) - 1;
  utc.tm_mday = Number(text, 8, 2);
  utc.tm_hour = Number(text, 11, 2);
  utc.tm_min = Number(text, 14, 2);
  utc.tm_sec = Number(text, 17, 2);
  text.remove_prefix(kShape.size());
  int64_t nanoseconds = 0;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    int64_t unit = 100'000'000;
    while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
      nanoseconds += unit * (text[0] - '0');
      unit /= 10;
      text.remove_prefix(1);
    }
  }
  int64_t offset = 0;
  if (HasShape(text, "+00:00") || HasShape(text, "-00:00")) {
    offset = (Number(text, 1, 2) * 60 + Number(text, 4, 2)) * 60;
    if (text[0] == '-') offset = -offset;
    text.remove_prefix(6);
  } else if (HasShape(text, "Z")) {
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  return WallTime(std::chrono::duration_cast<WallTime::duration>(
      std::chrono::seconds(::timegm(&utc) - offset) + std::chrono::nanoseconds(nanoseconds)));
}

}  // namespace assay
