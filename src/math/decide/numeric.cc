// A map: pseudo-random values for symbols, then Evaluator's methods: Eval and EvalNode, which goes
// by the kind of node; powers, roots, finite sums, determinants, unknown functions. Named functions
// are in numeric_functions.cc. At the end the symbols that stand for integers.

#include "math/decide/numeric.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#if __has_include(<flint/acb_mat.h>)
#include <flint/acb_mat.h>
#else
#include <acb_mat.h>
#endif

#include "base/dice/mix.h"
#include "math/decide/rational.h"

namespace assay::math {
namespace {

uint64_t Mix(uint64_t x) {
  return assay::Mix(x + kGoldenStep);
}

uint64_t HashText(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001B3u;
  return Mix(hash);
}

bool IsReal(const Acb& value) {
  return arb_is_zero(value.im());
}

constexpr int kNearZero = 12;

// A value p/1009 in a range that varies with the point: first positive points of several sizes,
// then negative ones too.
void RandomValue(uint64_t hash, int point, Fmpq* out) {
  static constexpr int kLow[] = {1030, 100, 2100, 50, 900, 3000, 20, 5000};
  static constexpr int kHigh[] = {2900, 990, 6900, 480, 4100, 12000, 300, 40000};
  const auto style = static_cast<size_t>(point) % 8;
  const uint64_t random = Mix(hash ^ Mix(static_cast<uint64_t>(point) + 1));
  int64_t value = kLow[style] +
                  static_cast<int64_t>(random % static_cast<uint64_t>(kHigh[style] - kLow[style]));
  if (point >= 4 && point % 2 == 0 && ((random >> 40) & 1) != 0) value = -value;
  if (point >= 8 && ((random >> 41) & 1) != 0) value = -value;
  // The last points lie near 0, where high powers stay moderate.
  fmpq_set_si(*out, value, point < kNearZero ? 1009 : 1009 << 11);
}

}  // namespace

bool Evaluator::Eval(const Node* node, slong prec, Acb* out) {
  const int64_t cost = 4 + prec / 64 + (prec > 1000 ? prec / 16 : 0);
  if (!budget_->Charge(cost)) return false;
  if (!EvalNode(node, prec, out)) return false;
  if (!acb_is_finite(*out)) return false;
  Track(*out);
  return true;
}

void Evaluator::Track(const Acb& value) {
  for (arb_srcptr part : {value.re(), value.im()}) {
    const arf_struct* mid = arb_midref(part);
    // A ball around zero says nothing of the value's size, as sin(pi) does not.
    if (arf_is_zero(mid) || arb_contains_zero(part)) continue;
    const int64_t exponent = std::abs(static_cast<int64_t>(arf_abs_bound_lt_2exp_si(mid)));
    range_ = std::max(range_, exponent);
  }
}

bool Evaluator::EvalNode(const Node* node, slong prec, Acb* out) {
  switch (node->kind) {
    case Kind::kNumber: {
      Fmpq value;
      if (EvalRational(node, budget_, &value) != Exact::kValue) return false;
      acb_set_fmpq(*out, value, prec);
      // A literal may hold detail far below its size, as 1 + 10^-500 does.
      range_ = std::max(range_, value.bits());
      return true;
    }
    case Kind::kSymbol: return Symbol(node->name, prec, out);
    case Kind::kConstant:
      if (bound_.count(node->name) > 0) return Symbol(node->name, prec, out);
      if (node->name == "pi") return acb_const_pi(*out, prec), true;
      if (node->name == "i") return acb_onei(*out), true;
      if (node->name == "e") {
        acb_zero(*out);
        return arb_const_e(out->re(), prec), true;
      }
      return false;
    case Kind::kUnit: return Eval(node->kids[0], prec, out);
    case Kind::kNeg:
      if (!Eval(node->kids[0], prec, out)) return false;
      acb_neg(*out, *out);
      return true;
    case Kind::kPercent:
      if (!Eval(node->kids[0], prec, out)) return false;
      acb_div_si(*out, *out, 100, prec);
      return true;
    case Kind::kDegree: {
      if (!Eval(node->kids[0], prec, out)) return false;
      Acb pi;
      acb_const_pi(pi, prec);
      acb_mul(*out, *out, pi, prec);
      acb_div_si(*out, *out, 180, prec);
      return true;
    }
    case Kind::kAdd:
    case Kind::kMul:
    case Kind::kDiv: {
      if (!Eval(node->kids[0], prec, out)) return false;
      Acb next;
      for (size_t i = 1; i < node->kids.size(); ++i) {
        if (!Eval(node->kids[i], prec, &next)) return false;
        if (node->kind == Kind::kAdd) {
          acb_add(*out, *out, next, prec);
        } else if (node->kind == Kind::kMul) {
          acb_mul(*out, *out, next, prec);
        } else {
          if (acb_contains_zero(next)) return false;
          acb_div(*out, *out, next, prec);
        }
      }
      return true;
    }
    case Kind::kPow: return Power(node, prec, out);
    case Kind::kRoot: return Root(node, prec, out);
    case Kind::kCall: return Call(node, prec, out);
    default: return Opaque(node, prec, out);
  }
}

bool Evaluator::Symbol(const std::string& name, slong prec, Acb* out) {
  const auto bound = bound_.find(name);
  if (bound != bound_.end()) {
    acb_set_fmpq(*out, bound->second, prec);
    return true;
  }
  const uint64_t hash = HashText(name);
  const bool far_out = settings_.wide > 0 && (point_ == 3 || point_ == 5 || point_ == 7);
  if (settings_.integer_symbols.count(name) > 0) {
    acb_set_ui(*out, 1 + Mix(hash ^ Mix(static_cast<uint64_t>(point_))) % 23);
    if (far_out && settings_.wide_integers) acb_mul_si(*out, *out, settings_.wide, prec);
    return true;
  }
  Fmpq value;
  RandomValue(hash, point_, &value);
  if (far_out) {
    // First all negative, then either sign by name, then the other one.
    const bool minus = point_ == 3 || ((hash >> 33) & 1) == (point_ == 5 ? 1 : 0);
    fmpq_abs(value, value);
    fmpq_mul_si(value, value, minus ? -settings_.wide : settings_.wide);
  }
  acb_set_fmpq(*out, value, prec);
  if (settings_.complex_symbols.count(name) > 0) {
    RandomValue(Mix(hash), point_, &value);
    arb_set_fmpq(out->im(), value, prec);
  }
  return true;
}

// base^(p/q) for a real base.
bool Evaluator::RealPower(Acb* base, const Fmpq& exponent, slong prec, Acb* out) {
  Arb power;
  arb_set_fmpq(power, exponent, prec);
  if (arb_is_positive(base->re())) {
    acb_zero(*out);
    arb_pow(out->re(), base->re(), power, prec);
    return true;
  }
  if (arb_is_zero(base->re())) {
    if (exponent.sign() <= 0) return false;
    acb_zero(*out);
    return true;
  }
  if (!arb_is_negative(base->re())) return false;
  if (settings_.real_roots && fmpz_is_odd(exponent.den())) {
    arb_neg(base->re(), base->re());
    acb_zero(*out);
    arb_pow(out->re(), base->re(), power, prec);
    if (fmpz_is_odd(exponent.num())) acb_neg(*out, *out);
    return true;
  }
  acb_pow_arb(*out, *base, power, prec);
  return true;
}

bool Evaluator::Power(const Node* node, slong prec, Acb* out) {
  const Node* exponent_node = node->kids[1];
  if (!budget_->Charge(20 + prec / 4)) return false;
  const Node* base_node = node->kids[0];
  if (base_node->kind == Kind::kConstant && base_node->name == "e") {
    Acb exponent;
    if (!Eval(exponent_node, prec, &exponent)) return false;
    acb_exp(*out, exponent, prec);
    return true;
  }
  Acb base;
  if (!Eval(base_node, prec, &base)) return false;
  Fmpq rational;
  const Exact exact = EvalRational(exponent_node, budget_, &rational);
  if (exact == Exact::kValue) {
    if (rational.is_integer()) {
      if (rational.sign() < 0 && acb_contains_zero(base)) return false;
      if (fmpz_bits(rational.num()) > 4000) return false;
      if (fmpz_bits(rational.num()) > 30) {  // by logarithms: repeated squaring loses all digits
        if (!IsReal(base) || arb_contains_zero(base.re())) return false;
        const bool negative = arb_is_negative(base.re()) && fmpz_is_odd(rational.num());
        arb_abs(base.re(), base.re());
        Arb power;
        const slong wide = prec + static_cast<slong>(fmpz_bits(rational.num()));
        arb_set_fmpz(power, rational.num());
        acb_zero(*out);
        arb_pow(out->re(), base.re(), power, wide);
        if (negative) acb_neg(*out, *out);
        return true;
      }
      acb_pow_fmpz(*out, base, rational.num(), prec);
      return true;
    }
    if (IsReal(base)) return RealPower(&base, rational, prec, out);
  }
  Acb exponent;
  if (!Eval(exponent_node, prec, &exponent)) return false;
  // The size first: a tower such as 9^9^9 is an integer that no memory holds.
  const bool small = arf_abs_bound_lt_2exp_si(arb_midref(exponent.re())) < 40;
  if (small && arb_is_int(exponent.re()) && IsReal(exponent) && IsReal(base)) {
    Fmpz whole;
    if (arb_get_unique_fmpz(whole, exponent.re()) && fmpz_bits(whole) < 30) {
      if (fmpz_sgn(whole) < 0 && acb_contains_zero(base)) return false;
      acb_pow_fmpz(*out, base, whole, prec);
      return true;
    }
  }
  if (acb_contains_zero(base)) return false;
  acb_pow(*out, base, exponent, prec);
  return true;
}

bool Evaluator::Root(const Node* node, slong prec, Acb* out) {
  if (!budget_->Charge(10 + prec / 32)) return false;
  Fmpq index;
  if (EvalRational(node->kids[0], budget_, &index) != Exact::kValue) {
    Acb order;
    Acb base;
    if (!Eval(node->kids[0], prec, &order) || !Eval(node->kids[1], prec, &base)) return false;
    if (acb_contains_zero(order) || acb_contains_zero(base)) return false;
    acb_inv(order, order, prec);
    acb_pow(*out, base, order, prec);
    return true;
  }
  if (index.sign() <= 0 || index.bits() > 40) return false;
  Acb base;
  if (!Eval(node->kids[1], prec, &base)) return false;
  if (index.is_integer() && fmpz_cmp_ui(index.num(), 2) == 0) {
    acb_sqrt(*out, base, prec);
    return true;
  }
  fmpq_inv(index, index);
  if (IsReal(base)) return RealPower(&base, index, prec, out);
  if (acb_contains_zero(base)) return false;
  Arb power;
  arb_set_fmpq(power, index, prec);
  acb_pow_arb(*out, base, power, prec);
  return true;
}

// A whole number, exactly or as the value of symbols that take whole numbers.
bool Evaluator::WholeNumber(const Node* node, slong prec, slong* out) {
  Fmpq exact;
  if (EvalRational(node, budget_, &exact) == Exact::kValue) {
    if (!exact.is_integer() || exact.bits() > 30) return false;
    *out = fmpz_get_si(exact.num());
    return true;
  }
  Acb value;
  Fmpz whole;
  if (!Eval(node, prec, &value) || !IsReal(value) || !arb_get_unique_fmpz(whole, value.re()) ||
      fmpz_bits(whole) > 30) {
    return false;
  }
  *out = fmpz_get_si(whole);
  return true;
}

bool Evaluator::FiniteSum(const Node* node, slong prec, Acb* out) {
  const Node* lower = node->kids[0];
  if (lower->kind != Kind::kRelation || lower->kids.size() != 2 || lower->name != "=" ||
      (lower->kids[0]->kind != Kind::kSymbol && lower->kids[0]->kind != Kind::kConstant)) {
    return false;
  }
  slong from = 0;
  if (!WholeNumber(lower->kids[1], prec, &from)) return false;
  const bool product = node->name == "\\prod";
  const std::string& index = lower->kids[0]->name;
  const auto outer = bound_;
  const auto term = [&](slong at, Acb* value) {
    Fmpq bound;
    fmpq_set_si(bound, at, 1);
    bound_[index] = bound;
    return Eval(node->kids[2], prec, value);
  };
  if (IsInfinity(node->kids[1])) {
    const bool ok = !product && node->kids[1]->kind != Kind::kNeg &&
                    GeometricSum(node->kids[2], index, from, term, prec, out);
    bound_ = outer;
    return ok;
  }
  slong to = 0;
  if (!WholeNumber(node->kids[1], prec, &to) || to - from > 300) return false;
  acb_set_si(*out, product ? 1 : 0);
  bool ok = true;
  for (slong at = from; at <= to && ok; ++at) {
    Acb value;
    ok = term(at, &value);
    if (product) {
      acb_mul(*out, *out, value, prec);
    } else {
      acb_add(*out, *out, value, prec);
    }
  }
  bound_ = outer;
  return ok;
}

namespace {

bool IsIndex(const Node* node, const std::string& index) {
  return (node->kind == Kind::kSymbol || node->kind == Kind::kConstant) && node->name == index;
}
bool Depends(const Node* node, const std::string& index) {
  return Any(node, [&](const Node& n) { return IsIndex(&n, index); });
}

// a k + b: each step of k adds the same.
bool IsLinear(const Node* node, const std::string& index) {
  if (!Depends(node, index) || IsIndex(node, index)) return true;
  const auto all_linear = [&] {
    return std::all_of(node->kids.begin(), node->kids.end(),
                       [&](const Node* kid) { return IsLinear(kid, index); });
  };
  const auto dependent = std::count_if(node->kids.begin(), node->kids.end(),
                                       [&](const Node* kid) { return Depends(kid, index); });
  switch (node->kind) {
    case Kind::kAdd:
    case Kind::kNeg: return all_linear();
    case Kind::kMul: return dependent == 1 && all_linear();
    case Kind::kDiv: return !Depends(node->kids[1], index) && IsLinear(node->kids[0], index);
    default: return false;
  }
}

// c q^k: each step of k multiplies by the same.
bool IsGeometric(const Node* node, const std::string& index) {
  if (!Depends(node, index)) return true;
  switch (node->kind) {
    case Kind::kNeg:
    case Kind::kMul:
    case Kind::kDiv:
      return std::all_of(node->kids.begin(), node->kids.end(),
                         [&](const Node* kid) { return IsGeometric(kid, index); });
    case Kind::kPow:
      return !Depends(node->kids[0], index)
                 ? IsLinear(node->kids[1], index)
                 : !Depends(node->kids[1], index) && IsGeometric(node->kids[0], index);
    default: return false;
  }
}

}  // namespace

// The first term over 1 - q, where q is surely smaller than 1.
bool Evaluator::GeometricSum(const Node* body, const std::string& index, slong from,
                             const std::function<bool(slong, Acb*)>& term, slong prec, Acb* out) {
  if (!budget_->Charge(200) || !IsGeometric(body, index)) return false;
  Acb first;
  Acb ratio;
  if (!term(from, &first) || !term(from + 1, &ratio) || acb_contains_zero(first)) return false;
  acb_div(ratio, ratio, first, prec);
  Arb size;
  Arb one;
  acb_abs(size, ratio, prec);
  arb_one(one);
  if (!arb_lt(size, one)) return false;
  acb_sub_ui(ratio, ratio, 1, prec);
  acb_neg(ratio, ratio);
  acb_div(*out, first, ratio, prec);
  return true;
}

bool Evaluator::Determinant(const Node* matrix, slong prec, Acb* out) {
  if (matrix->kind != Kind::kMatrix || matrix->rows != matrix->cols || matrix->rows > 6) {
    return false;
  }
  const slong n = matrix->rows;
  if (!budget_->Charge(n * n * n * 10)) return false;
  acb_mat_t entries;
  acb_mat_init(entries, n, n);
  bool ok = true;
  for (slong i = 0; i < n * n && ok; ++i) {
    Acb value;
    ok = Eval(matrix->kids[static_cast<size_t>(i)], prec, &value);
    acb_set(acb_mat_entry(entries, i / n, i % n), value);
  }
  if (ok) acb_mat_det(*out, entries, prec);
  acb_mat_clear(entries);
  return ok;
}

// A function nobody knows, as f in f(2x): a pseudo-random value of its name and arguments.
bool Evaluator::Opaque(const Node* node, slong prec, Acb* out) {
  uint64_t hash = HashText(node->name) ^ static_cast<uint64_t>(node->kind);
  if (node->kind == Kind::kCall) {
    for (const Node* kid : node->kids) {
      Acb value;
      if (IsScalar(kid) && Eval(kid, prec, &value)) {
        const double re = arf_get_d(arb_midref(value.re()), ARF_RND_NEAR);
        const double im = arf_get_d(arb_midref(value.im()), ARF_RND_NEAR);
        char text[80];
        const int length = std::snprintf(text, sizeof text, "%a %a", re, im);
        hash = Mix(hash ^ HashText(std::string_view(text, static_cast<size_t>(length))));
      } else {
        hash = Mix(hash ^ HashText(Render(kid)));
      }
    }
  } else {
    hash ^= HashText(Render(node));
  }
  Fmpq value;
  RandomValue(hash, point_, &value);
  acb_set_fmpq(*out, value, prec);
  return !budget_->spent();
}

namespace {

void CollectIntegers(const Node* node, bool inside, std::set<std::string>* names) {
  if (node->kind == Kind::kSymbol && inside && node->name.size() <= 3) names->insert(node->name);
  for (size_t i = 0; i < node->kids.size(); ++i) {
    bool integral = false;
    if (node->kind == Kind::kCall) {
      const std::string& name = node->name;
      integral = name == "factorial" || name == "double_factorial" || name == "binom" ||
                 name == "gcd" || name == "lcm" ||
                 ((name == "\\sum" || name == "\\prod") && i == 1);
    } else if (node->kind == Kind::kPow && i == 1) {
      integral = node->kids[0]->kind == Kind::kNeg;
    }
    CollectIntegers(node->kids[i], inside || integral, names);
  }
}

}  // namespace

namespace {

// Whether the node has a symbol; the largest number among its parts without one goes to *widest.
bool FindWidest(const Node* node, Budget* budget, double* widest) {
  if (node->kind == Kind::kSymbol) return true;
  std::vector<const Node*> constants;
  bool symbols = false;
  for (const Node* kid : node->kids) {
    if (FindWidest(kid, budget, widest)) {
      symbols = true;
    } else {
      constants.push_back(kid);
    }
  }
  if (!symbols) return false;
  for (const Node* constant : constants) {
    Fmpq value;
    if (EvalRational(constant, budget, &value) != Exact::kValue || value.bits() > 400) continue;
    *widest = std::max(*widest, std::abs(fmpq_get_d(value)));
  }
  return true;
}

}  // namespace

int64_t WidthOfPoints(const Node* a, const Node* b, Budget* budget) {
  const auto branches = [](const Node& node) {
    static constexpr std::string_view kNames[] = {"abs",  "norm", "max", "min", "sgn", "floor",
                                                  "ceil", "gcd",  "lcm", "mod", "arg"};
    if (node.kind == Kind::kRoot) return true;
    if (node.kind != Kind::kCall) return false;
    return std::find(std::begin(kNames), std::end(kNames), node.name) != std::end(kNames) ||
           node.name.compare(0, 3, "arc") == 0;
  };
  if (!Any(a, branches) && !Any(b, branches)) return 0;
  constexpr double kWidest = 1e15;
  double widest = 1;
  FindWidest(a, budget, &widest);
  FindWidest(b, budget, &widest);
  return static_cast<int64_t>(std::min(widest, kWidest)) + 1;
}

std::set<std::string> IntegerSymbols(const Node* node) {
  std::set<std::string> names;
  CollectIntegers(node, false, &names);
  return names;
}

}  // namespace assay::math
