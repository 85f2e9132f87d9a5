// Quantities: a number with its unit, and what else an answer says of it: "v = 3.0 m/s", "≈ 5 N
// upward", "(1.20 ± 0.05) × 10^3 kg", "10-20 °C", "x = 10/3 m ≈ 3.3 m"; and lists of them.
//
// Reads plain text (notation.h), all of it or as a sentence begins with it. Linear; pure,
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "science/read/notation.h"
#include "science/read/units.h"

namespace assay::science {

struct Quantity {
  std::string name;  // left of the first "=": "v", "ΔH"; maybe empty
  Number number;
  std::optional<Number> high;  // the upper end of a range; its unit is the same
  std::optional<double> uncertainty;
  std::optional<Unit> unit;
  std::vector<Unit> other_units;  // less likely readings
  std::string words;              // behind it, folded: "upward", "of water"
  bool difference = false;  // the name begins with Δ: degrees are steps, not places on a scale
  // No unit is known, and the first word behind the number is none that sentences go on with.
  bool unknown_unit = false;
  bool compound = false;  // "1 h 30 min"
};

// A quantity that begins a text, and what is left behind it.
struct Piece {
  Quantity quantity;
  std::string_view rest;
  bool touches = false;        // the rest begins without a blank
  bool contradictory = false;  // a bracket behind it gives another value
};
std::optional<Piece> ReadPiece(std::string_view plain, DecimalComma comma);

// Two values for one thing, differing by more than a few per cent; or, of alternatives ("5 m or
// 6 m"), by more than rounding.
bool Contradict(const Quantity& a, const Quantity& b, bool alternatives);

// Adds a smaller unit's share: "1 h" and "30 min". False, and nothing done, where they don't make
// one quantity.
bool JoinCompound(Quantity* larger, const Quantity& smaller);

// Where a word that offers another answer ends ("or", "maybe", "vs.") with the small words behind
// it ("or it could be about"); 0: none begins at this place.
size_t HedgeEnd(std::string_view plain, size_t at);

struct Quantities {
  std::vector<Quantity> items;
  // It gives several values for one: "5 m or 6 m", "5 m = 6 m".
  bool contradictory = false;
};

enum class Reach {
  kWhole,     // nothing may be left over but words
  kBeginning  // a sentence may go on behind it, but not with another value
};

// Nothing: these are no quantities.
std::optional<Quantities> ReadQuantities(std::string_view plain, Reach reach, DecimalComma comma);

// Whether words in a text offer another value of the same kind: "20 N, which could be 30 N".
bool OffersAnother(std::string_view plain, const Quantity& given, DecimalComma comma);

// Whether sentences go on with a word behind a number: "and", "because".
bool IsSentenceWord(std::string_view word);

// Whether text may be words: no digit and no formula in it.
bool AreWords(std::string_view text);

// Letters and digits in lower case, single blanks between them.
std::string Folded(std::string_view text);

}  // namespace assay::science
