// Chemical formulas: "H2O", "Fe₂(SO₄)₃", "\ce{SO4^2-}", "CuSO4·5H2O", "^{14}_6C", "CH3-CH2-OH".
//
// A formula is its atoms in the order written, brackets multiplied out. Charges without a raised
// sign are ambiguous ("SO42-", "Fe3+"), hence several readings. Reads plain text (notation.h).
// Bounded recursion; pure, thread-safe.
#pragma once

#include <cstdint>
#include <map>
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

enum class FormulaMatch { kSame, kSameAtoms, kDifferent };
// A molecular gold asks for the atoms only.
FormulaMatch MatchFormula(const Formula& gold, const std::vector<Formula>& readings);

// Without "(aq)", "(s)", "(l)", "(g)", "↓" and "↑".
std::string WithoutStates(std::string_view plain);

}  // namespace assay::science
