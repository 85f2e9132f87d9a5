// Chemical formulas: "H2O", "Fe₂(SO₄)₃", "\ce{SO4^2-}", "CuSO4·5H2O", "^{14}_6C", "CH3-CH2-OH";
// elements and isotopes by name, "carbon-14"; reaction equations ("2H2 + O2 → 2H2O") and electron
// configurations ("[Ne] 3s^2 3p^4").
//
// A formula is its atoms in the order written, brackets multiplied out. Charges without a raised
// sign are ambiguous ("SO42-", "Fe3+"), hence several readings. Reads plain text (notation.h).
// Bounded recursion; pure, thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::science {

struct Formula {
  std::string arrangement;  // "CH3CH2OH": no brackets, bonds or states; "*5H2O" for crystal water
  std::map<std::string, int64_t> atoms;  // by symbol; an isotope is its own: "14C"
  int charge = 0;
  // Each element once, in Hill's order: says what a molecule holds, not how.
  bool is_molecular = false;
};

// What a text can mean, the likeliest first; empty when it is no formula. States "(aq)" are passed
// over. Particles of nuclear physics (e⁻, n, α, γ) are formulas.
std::vector<Formula> ReadFormula(std::string_view plain);

// A particle, or an isotope with its mass behind a dash: "C-14", "carbon-14".
std::optional<Formula> ReadNuclide(std::string_view plain);
// 0: it is no element's symbol.
int AtomicNumber(std::string_view symbol);
// The symbol of an element by its name, in any case.
std::optional<std::string> ElementNamed(std::string_view name);

enum class FormulaMatch { kSame, kSameAtoms, kDifferent };
// A molecular gold asks for the atoms only.
FormulaMatch MatchFormula(const Formula& gold, const std::vector<Formula>& readings);

// Without "(aq)", "(s)", "(l)", "(g)", "↓" and "↑".
std::string WithoutStates(std::string_view plain);

// Reaction equations, nuclear ones too.
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
