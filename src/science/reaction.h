// Reaction equations ("2H2 + O2 → 2H2O", nuclear ones too) and electron configurations
// ("[Ne] 3s^2 3p^4").
//
// Reads plain text (notation.h). Bounded work; pure, thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "science/chemistry.h"

namespace assay::science {

struct Reaction {
  struct Term {
    int64_t numerator = 1;
    int64_t denominator = 1;
    std::vector<Formula> readings;
  };
  std::vector<Term> left;
  std::vector<Term> right;
};

// An equation needs an arrow, or an equals sign and as many atoms on both sides.
std::optional<Reaction> ReadReaction(std::string_view plain);

// The same substances on the same sides, in any order, with coefficients in proportion.
// kSameAtoms: but for the arrangement of some.
FormulaMatch MatchReaction(const Reaction& gold, const Reaction& answer);

// Electrons by shell (1 to 8) and subshell (s, p, d, f).
using Configuration = std::array<std::array<int, 4>, 8>;

// Nothing for one lone term that may as well be a unit, such as "1s^2".
std::optional<Configuration> ReadConfiguration(std::string_view plain);

}  // namespace assay::science
