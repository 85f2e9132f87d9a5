// A map: floats, decimals; dates and times; bytes; then the choice among them.

#include "data/parquet/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "base/text.h"

namespace assay::parquet {
namespace {

constexpr int64_t kSecondsPerDay = 86'400;
constexpr int64_t kNanosPerSecond = 1'000'000'000;
// Of a decimal: more digits than any writer's, few enough for simple arithmetic.
constexpr size_t kMaxDecimalBytes = 64;
constexpr int32_t kMaxScale = 1000;

// As Python's json writes them, NaN and Infinity included.
void WriteDouble(double value, JsonWriter& out) {
  if (std::isfinite(value)) {
    out.Double(value);
  } else {
    out.Raw(std::isnan(value) ? "NaN" : (value > 0 ? "Infinity" : "-Infinity"));
  }
}

double FromHalf(uint16_t half) {
  const int exponent = (half >> 10) & 0x1F;
  const int fraction = half & 0x3FF;
  double value = 0;
  if (exponent == 0x1F) {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(fraction + 0x400, exponent - 25);
  }
  return (half & 0x8000) != 0 ? -value : value;
}

// Decimal digits of a magnitude, most significant byte first.
std::string DecimalDigits(std::string bytes) {
  std::string digits;
  size_t begin = 0;
  while (begin < bytes.size()) {
    unsigned remainder = 0;
    for (size_t i = begin; i < bytes.size(); ++i) {
      const unsigned value = remainder << 8 | static_cast<uint8_t>(bytes[i]);
      bytes[i] = static_cast<char>(value / 10);
      remainder = value % 10;
    }
    digits += static_cast<char>('0' + remainder);
    while (begin < bytes.size() && bytes[begin] == '\0') ++begin;
  }
  if (digits.empty()) digits = "0";
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// A number in two's complement, most significant byte first, with `scale` digits behind the point.
const char* WriteDecimal(std::string bytes, int32_t scale, JsonWriter& out) {
  if (bytes.empty() || bytes.size() > kMaxDecimalBytes) return "a decimal of an impossible length";
  if (scale < 0 || scale > kMaxScale) return "a decimal of an impossible scale";
  const bool negative = (static_cast<uint8_t>(bytes[0]) & 0x80) != 0;
  if (negative) {
    // Its magnitude: all bits turned, and one more.
    unsigned carry = 1;
    for (size_t i = bytes.size(); i-- > 0;) {
      const unsigned value = static_cast<uint8_t>(~bytes[i]) + carry;
      bytes[i] = static_cast<char>(value);
      carry = value >> 8;
    }
  }
  std::string digits = DecimalDigits(std::move(bytes));
  const auto point = static_cast<size_t>(scale);
  if (digits.size() <= point) digits.insert(0, point + 1 - digits.size(), '0');
  if (scale > 0) digits.insert(digits.size() - point, ".");
  out.Raw((negative ? "-" : "") + digits);
  return nullptr;
}

std::string BigEndian(int64_t value) {
  std::string bytes(sizeof value, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[bytes.size() - 1 - i] = static_cast<char>(value >> (8 * i));
  }
  return bytes;
}

// Both towards minus infinity. REQUIRE: b > 1.
int64_t FloorDivide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
int64_t FloorModulo(int64_t a, int64_t b) {
  return (a % b + b) % b;
}

// "2024-10-05" of a day since 1970-01-01, by the Gregorian calendar in both directions.
std::string DateText(int64_t day) {
  // Years begin with March here, so that the leap day is the last of its year; eras have 400 years.
  constexpr int64_t kDaysPerEra = 146'097;
  const int64_t from_march = day + 719'468;
  const int64_t era = FloorDivide(from_march, kDaysPerEra);
  const int64_t day_of_era = from_march - era * kDaysPerEra;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month = (5 * day_of_year + 2) / 153;  // from March on
  const int64_t day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
  const int64_t year = era * 400 + year_of_era + (month >= 10 ? 1 : 0);
  return fmt::format("{:04}-{:02}-{:02}", year, month < 10 ? month + 3 : month - 9, day_of_month);
}

int64_t PerSecond(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kMillis: return 1'000;
    case TimeUnit::kMicros: return 1'000'000;
    case TimeUnit::kNanos: return kNanosPerSecond;
  }
  return 1;
}

// "12:34:56", with the unit's digits behind a point when there is a fraction.
std::string TimeText(int64_t second, int64_t fraction, TimeUnit unit) {
  std::string text = fmt::format("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
  if (fraction != 0) {
    const int digits = unit == TimeUnit::kMillis ? 3 : (unit == TimeUnit::kMicros ? 6 : 9);
    text += fmt::format(".{:0{}}", fraction, digits);
  }
  return text;
}

std::string TimestampText(int64_t value, TimeUnit unit, bool utc) {
  const int64_t per_second = PerSecond(unit);
  const int64_t second = FloorDivide(value, per_second);
  const int64_t day = FloorDivide(second, kSecondsPerDay);
  return DateText(day) + "T" +
         TimeText(FloorModulo(second, kSecondsPerDay), FloorModulo(value, per_second), unit) +
         (utc ? "Z" : "");
}

// Nanoseconds of a day and a Julian day, as older writers keep timestamps.
std::string Int96Text(std::string_view bytes) {
  int64_t nanos = 0;
  uint32_t julian_day = 0;
  std::memcpy(&nanos, bytes.data(), sizeof nanos);
  std::memcpy(&julian_day, bytes.data() + sizeof nanos, sizeof julian_day);
  constexpr int64_t kJulianDayOf1970 = 2'440'588;
  const int64_t seconds = FloorDivide(nanos, kNanosPerSecond);
  const int64_t days = FloorDivide(seconds, kSecondsPerDay);
  return DateText(int64_t{julian_day} - kJulianDayOf1970 + days) + "T" +
         TimeText(FloorModulo(seconds, kSecondsPerDay), FloorModulo(nanos, kNanosPerSecond),
                  TimeUnit::kNanos);
}

std::string UuidText(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<uint8_t>(bytes[i]));
  }
  return text;
}

void WriteInterval(std::string_view bytes, JsonWriter& out) {
  constexpr const char* kParts[] = {"months", "days", "milliseconds"};
  out.BeginObject();
  for (size_t i = 0; i < 3; ++i) {
    uint32_t part = 0;
    std::memcpy(&part, bytes.data() + i * sizeof part, sizeof part);
    out.Key(kParts[i]).Int(part);
  }
  out.EndObject();
}

// INT32 and INT64.
const char* WriteInteger(const SchemaNode& leaf, int64_t value, JsonWriter& out) {
  const LogicalType& logical = leaf.logical;
  switch (logical.meaning) {
    case Meaning::kUnsigned:
      out.Raw(std::to_string(leaf.type == PhysicalType::kInt32
                                 ? static_cast<uint64_t>(static_cast<uint32_t>(value))
                                 : static_cast<uint64_t>(value)));
      return nullptr;
    case Meaning::kDecimal: return WriteDecimal(BigEndian(value), logical.scale, out);
    case Meaning::kDate:
      if (leaf.type != PhysicalType::kInt32) break;
      out.String(DateText(value));
      return nullptr;
    case Meaning::kTime: {
      const int64_t per_second = PerSecond(logical.unit);
      if (value < 0 || value / per_second >= kSecondsPerDay) return "a time beyond its day";
      out.String(TimeText(value / per_second, value % per_second, logical.unit));
      return nullptr;
    }
    case Meaning::kTimestamp:
      out.String(TimestampText(value, logical.unit, logical.utc));
      return nullptr;
    default: break;
  }
  out.Int(value);
  return nullptr;
}

// BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY. What isn't said to be text is base64, whatever it looks
// like: the form of a column must not depend on what is in a row.
const char* WriteBytes(const SchemaNode& leaf, std::string_view bytes, JsonWriter& out) {
  switch (leaf.logical.meaning) {
    case Meaning::kString:
    case Meaning::kEnum:
    case Meaning::kJson:
      if (!IsValidUtf8(bytes)) return "a text that is not valid UTF-8";
      out.String(bytes);
      return nullptr;
    case Meaning::kDecimal: return WriteDecimal(std::string(bytes), leaf.logical.scale, out);
    case Meaning::kUuid:
      if (bytes.size() != 16) return "a UUID that has not 16 bytes";
      out.String(UuidText(bytes));
      return nullptr;
    case Meaning::kFloat16: {
      uint16_t half = 0;
      if (bytes.size() != sizeof half) return "a half float that has not two bytes";
      std::memcpy(&half, bytes.data(), sizeof half);
      WriteDouble(FromHalf(half), out);
      return nullptr;
    }
    case Meaning::kInterval:
      if (bytes.size() != 12) return "an interval that has not 12 bytes";
      WriteInterval(bytes, out);
      return nullptr;
    default: break;
  }
  out.String(Base64Encode(bytes));
  return nullptr;
}

}  // namespace

const char* RenderValue(const SchemaNode& leaf, const Value& value, JsonWriter& out) {
  switch (leaf.type) {
    case PhysicalType::kBoolean: out.Bool(value.bits != 0); return nullptr;
    case PhysicalType::kInt32:
    case PhysicalType::kInt64: return WriteInteger(leaf, value.bits, out);
    case PhysicalType::kInt96: out.String(Int96Text(value.bytes)); return nullptr;
    case PhysicalType::kFloat:
      WriteDouble(static_cast<double>(std::bit_cast<float>(static_cast<int32_t>(value.bits))), out);
      return nullptr;
    case PhysicalType::kDouble: WriteDouble(std::bit_cast<double>(value.bits), out); return nullptr;
    case PhysicalType::kByteArray:
    case PhysicalType::kFixedLenByteArray: return WriteBytes(leaf, value.bytes, out);
  }
  return "a value of an unknown type";
}

}  // namespace assay::parquet
