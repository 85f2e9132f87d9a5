// Normal form of rational functions over Q: numerator and denominator as sparse polynomials in the
// variables and in the irrational parts (roots, pi, functions), each an indeterminate of its own.
// Equal forms prove equality; different forms prove inequality only when no irrational part is in
// play. Sizes are capped. Not thread-safe; one per comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/lexicon/flint_types.h"
#include "math/read/ast.h"
#include "math/read/budget.h"

namespace assay::math {

struct PolynomialAnswer {
  bool equal = false;
  bool only_variables = false;  // the comparison is exact in both directions
  // Proven different: roots, functions and constants cancel in a - b, and something is left, as in
  // 10^50 sin x + 1 against 10^50 sin x, which no sampling tells apart. Not for up-to-factor.
  bool different = false;
};

// nullopt: too large or not a rational function.
std::optional<PolynomialAnswer> CompareRationalFunctions(const Node* a, const Node* b,
                                                         Budget* budget);
// Whether the numerators of a and b agree up to a constant factor other than zero; `sign` receives
// the sign of the factor.
std::optional<PolynomialAnswer> CompareUpToFactor(const Node* a, const Node* b, Budget* budget,
                                                  int* sign);
// The coefficients c0, c1, … of a polynomial of degree at most `max_degree` in one variable with
// rational coefficients.
std::optional<std::vector<Fmpq>> UnivariateCoefficients(const Node* node, const std::string& name,
                                                        int max_degree, Budget* budget);

}  // namespace assay::math
