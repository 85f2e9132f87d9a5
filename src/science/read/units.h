// Units of measurement: what a unit expression means, as a dimension and an exact factor to SI.
//
// "m/s^2", "m s^{-2}", "J/(mol·K)", "kJ mol-1", "meters per second squared", "µg/mL", "°C", "%".
// Reads plain text (notation.h). In "J/mol K" what follows the slash is below it, as people mean
// it; the strict reading is kept beside it.
//
// The table is constant; reading is linear and recurses no deeper than its brackets, of which it
// takes few. Pure, thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::science {

// Powers of metre, kilogram, second, ampere, kelvin, mole, candela and radian, each twice, so that
// a square root has its place. The radian is 1 in SI; it is kept to tell turns from numbers.
struct Dimension {
  static constexpr size_t kKelvin = 4;
  static constexpr size_t kRadian = 7;
  std::array<int16_t, 8> halves{};

  friend bool operator==(const Dimension&, const Dimension&) = default;
  bool SameButAngle(const Dimension& other) const;
  bool IsNumber() const { return SameButAngle({}); }
};

struct Unit {
  Dimension dimension;
  double factor = 1;  // SI value = written value * factor + offset
  double offset = 0;  // of °C and °F alone, never inside a product
  int turns = 0;      // how often a turn (rev, cycle) is in it; each holds 2 π in the factor
};

struct UnitReading {
  Unit unit;
  std::vector<Unit> others;  // less likely ones
  size_t end = 0;            // where the expression ends
};

// The longest unit expression that begins at a place, blanks before it skipped. A leading slash or
// "per" is read as 1 over.
std::optional<UnitReading> ReadUnit(std::string_view plain, size_t begin);

// A unit of the table by one of its names, with or without a prefix: "km", "kilometres", "µΩ".
std::optional<Unit> NamedUnit(std::string_view name);

}  // namespace assay::science
