// Evaluates an expression by ball arithmetic: every result is a ball that surely contains the
// value, so balls that do not touch prove two expressions different. Variables get pseudo-random
// rational values that depend on their names and the point's number only: the same in every run and
// thread. Not thread-safe; one per comparison.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "math/lexicon/flint_types.h"
#include "math/read/ast.h"
#include "math/read/budget.h"

namespace assay::math {

class Evaluator {
 public:
  struct Settings {
    bool natural_log = false;  // \log without a base: e instead of 10
    bool real_roots = true;    // the cube root of -8 is -2
    // Symbols that take whole numbers, as n in (-1)^n or n!.
    std::set<std::string> integer_symbols;
    // Symbols that take complex values, as z in |z|.
    std::set<std::string> complex_symbols;
    // Above 0: some points lie this much farther out, of both signs, where |x + 100| is not x +
    // 100.
    int64_t wide = 0;
    bool wide_integers = false;  // of integer_symbols, too
  };

  Evaluator(const Settings& settings, Budget* budget) : settings_(settings), budget_(budget) {}

  // Which values the variables take next.
  void SetPoint(int point) {
    point_ = point;
    range_ = 0;
  }

  // False when the value is undefined, unknown, or the budget is spent. The ball may still be wide.
  bool Eval(const Node* node, slong prec, Acb* out);

  // Largest |log2 |x|| among the values met so far, rounded up: how far apart magnitudes lie.
  // Beyond any precision it is all the same, and callers may double it.
  int64_t magnitude_range() const { return std::min(range_, int64_t{1} << 40); }
  // An integral, a limit or an infinite sum was met: its value is unknown.
  bool met_unknown() const { return met_unknown_; }

 private:
  bool EvalNode(const Node* node, slong prec, Acb* out);
  bool Symbol(const std::string& name, slong prec, Acb* out);
  bool Power(const Node* node, slong prec, Acb* out);
  bool RealPower(Acb* base, const Fmpq& exponent, slong prec, Acb* out);
  bool Root(const Node* node, slong prec, Acb* out);
  bool Call(const Node* node, slong prec, Acb* out);
  bool Opaque(const Node* node, slong prec, Acb* out);
  bool WholeNumber(const Node* node, slong prec, slong* out);
  bool FiniteSum(const Node* node, slong prec, Acb* out);
  bool GeometricSum(const Node* body, const std::string& index, slong from,
                    const std::function<bool(slong, Acb*)>& term, slong prec, Acb* out);
  bool Determinant(const Node* matrix, slong prec, Acb* out);
  void Track(const Acb& value);

  const Settings& settings_;
  Budget* budget_;
  int point_ = 0;
  int64_t range_ = 0;
  bool met_unknown_ = false;
  std::map<std::string, Fmpq> bound_;  // indices of sums
};

// How far out the points have to go for two expressions: past the largest number in them when they
// hold something that changes its branch (a modulus, root, maximum, floor, divisor); 0 when nothing
// does.
int64_t WidthOfPoints(const Node* a, const Node* b, Budget* budget);

// Symbols that appear where only whole numbers make sense: n!, (-1)^n, binomials, indices.
std::set<std::string> IntegerSymbols(const Node* node);

}  // namespace assay::math
