// A map: Polynomial and Fraction own what FLINT allocates; Ring finds the indeterminates of two
// expressions and brings both into one ring; the entries of the header stand at the end.

#include "math/decide/polynomial.h"

#include <flint/fmpz_mpoly.h>

#include <algorithm>
#include <map>

#include "math/decide/rational.h"

namespace assay::math {
namespace {

constexpr size_t kMaxGenerators = 10;
constexpr slong kMaxTerms = 150;
constexpr slong kMaxExponent = 40;
constexpr slong kMaxCoefficientBits = 2000;

class Ring;

class Polynomial {
 public:
  explicit Polynomial(const Ring& ring);
  ~Polynomial();
  Polynomial(const Polynomial&) = delete;
  Polynomial& operator=(const Polynomial&) = delete;
  operator fmpz_mpoly_struct*() { return value_; }  // NOLINT: decays as fmpz_mpoly_t does

 private:
  const Ring& ring_;
  fmpz_mpoly_t value_;
};

// top / bottom in lowest terms, bottom with a positive leading coefficient.
struct Fraction {
  explicit Fraction(const Ring& ring) : top(ring), bottom(ring) {}
  Polynomial top;
  Polynomial bottom;
};

// The indeterminates of two expressions, and the conversion of either into the ring.
class Ring {
 public:
  explicit Ring(Budget* budget) : budget_(budget) {}
  ~Ring() {
    if (ready_) fmpz_mpoly_ctx_clear(context_);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  // Registers the indeterminates of `node`.
  bool Collect(const Node* node) {
    if (!budget_->Charge(5)) return false;
    switch (node->kind) {
      case Kind::kNumber: return true;
      case Kind::kSymbol: return Register(node, true);
      case Kind::kAdd:
      case Kind::kMul:
      case Kind::kDiv:
      case Kind::kNeg:
      case Kind::kPercent:
      case Kind::kUnit:
        for (const Node* kid : node->kids) {
          if (!Collect(kid)) return false;
        }
        return true;
      case Kind::kPow: {
        slong exponent = 0;
        if (SmallExponent(node->kids[1], &exponent)) return Collect(node->kids[0]);
        return IsCoefficient(node) || Register(node, false);
      }
      case Kind::kConstant:
        if (node->name == "oo") return false;
        return Register(node, false);
      case Kind::kRoot:
      case Kind::kCall: return IsCoefficient(node) || Register(node, false);
      case Kind::kDegree: return Register(node, false);
      default: return false;
    }
  }

  void Ready() {
    fmpz_mpoly_ctx_init(context_, static_cast<slong>(std::max<size_t>(1, names_.size())), ORD_LEX);
    ready_ = true;
  }

  bool Convert(const Node* node, Fraction* out) {
    if (!budget_->Charge(10)) return false;
    switch (node->kind) {
      case Kind::kNumber: return Coefficient(node, out);
      case Kind::kUnit: return Convert(node->kids[0], out);
      case Kind::kNeg:
        if (!Convert(node->kids[0], out)) return false;
        fmpz_mpoly_neg(out->top, out->top, context_);
        return true;
      case Kind::kPercent: {
        if (!Convert(node->kids[0], out)) return false;
        fmpz_mpoly_scalar_mul_ui(out->bottom, out->bottom, 100, context_);
        return Reduce(out);
      }
      case Kind::kAdd:
      case Kind::kMul:
      case Kind::kDiv: return Arithmetic(node, out);
      case Kind::kPow: {
        slong exponent = 0;
        if (SmallExponent(node->kids[1], &exponent)) return Power(node, exponent, out);
        break;
      }
      default: break;
    }
    if (Coefficient(node, out)) return true;
    const auto found = names_.find(Render(node, 4096));
    if (found == names_.end()) return false;
    fmpz_mpoly_gen(out->top, found->second, context_);
    fmpz_mpoly_one(out->bottom, context_);
    return true;
  }

  const fmpz_mpoly_ctx_struct* context() const { return context_; }
  bool only_variables() const { return only_variables_; }
  // Whether a polynomial is free of roots, functions and constants such as pi.
  bool HasOnlyVariables(fmpz_mpoly_struct* polynomial) const {
    return std::all_of(opaque_.begin(), opaque_.end(), [&](slong generator) {
      return fmpz_mpoly_degree_si(polynomial, generator, context_) <= 0;
    });
  }
  // Subtracts b from a in place: the numerator alone. False when that costs too much.
  bool Subtract(Fraction* a, Fraction* b) {
    if (!Affordable(a, b)) return false;
    fmpz_mpoly_mul(a->top, a->top, b->bottom, context_);
    fmpz_mpoly_mul(b->top, b->top, a->bottom, context_);
    fmpz_mpoly_sub(a->top, a->top, b->top, context_);
    return true;
  }
  slong generators() const { return static_cast<slong>(names_.size()); }

 private:
  bool Register(const Node* node, bool variable) {
    only_variables_ = only_variables_ && variable;
    const auto generator = static_cast<slong>(names_.size());
    const bool added = names_.emplace(Render(node, 4096), generator).second;
    if (added && !variable) opaque_.push_back(generator);
    return names_.size() <= kMaxGenerators;
  }

  // A number in disguise, as 10^50, 5! or the root of 4.
  bool IsCoefficient(const Node* node) {
    Fmpq value;
    return EvalRational(node, budget_, &value) == Exact::kValue &&
           value.bits() <= kMaxCoefficientBits;
  }
  bool Coefficient(const Node* node, Fraction* out) {
    Fmpq value;
    if (EvalRational(node, budget_, &value) != Exact::kValue ||
        value.bits() > kMaxCoefficientBits) {
      return false;
    }
    fmpz_mpoly_set_fmpz(out->top, value.num(), context_);
    fmpz_mpoly_set_fmpz(out->bottom, value.den(), context_);
    return true;
  }

  bool SmallExponent(const Node* node, slong* exponent) {
    Fmpq value;
    if (EvalRational(node, budget_, &value) != Exact::kValue || !value.is_integer()) return false;
    if (fmpz_cmp_si(value.num(), kMaxExponent) > 0 || fmpz_cmp_si(value.num(), -kMaxExponent) < 0) {
      return false;
    }
    *exponent = fmpz_get_si(value.num());
    return true;
  }
  bool Sized(Fraction* value) {
    fmpz_mpoly_struct* parts[] = {value->top, value->bottom};
    for (fmpz_mpoly_struct* part : parts) {
      const slong length = fmpz_mpoly_length(part, context_);
      if (length > kMaxTerms || !budget_->Charge(10 + length * 4)) return false;
      if (std::abs(fmpz_mpoly_max_bits(part)) > kMaxCoefficientBits) return false;
      if (!fmpz_mpoly_degrees_fit_si(part, context_)) return false;
      for (slong i = 0; i < generators(); ++i) {
        if (fmpz_mpoly_degree_si(part, i, context_) > 200) return false;
      }
    }
    return true;
  }

  // Cost of a product or sum before it is made.
  bool Affordable(Fraction* a, Fraction* b) {
    const auto terms = [&](Fraction* value) {
      return fmpz_mpoly_length(value->top, context_) + fmpz_mpoly_length(value->bottom, context_);
    };
    return budget_->Charge(20 + terms(a) * terms(b) * (generators() > 2 ? 8 : 2));
  }

  bool Arithmetic(const Node* node, Fraction* out) {
    if (!Convert(node->kids[0], out)) return false;
    for (size_t i = 1; i < node->kids.size(); ++i) {
      Fraction next(*this);
      if (!Convert(node->kids[i], &next) || !Affordable(out, &next)) return false;
      if (node->kind == Kind::kAdd) {
        fmpz_mpoly_mul(out->top, out->top, next.bottom, context_);
        fmpz_mpoly_mul(next.top, next.top, out->bottom, context_);
        fmpz_mpoly_add(out->top, out->top, next.top, context_);
        fmpz_mpoly_mul(out->bottom, out->bottom, next.bottom, context_);
      } else if (node->kind == Kind::kMul) {
        fmpz_mpoly_mul(out->top, out->top, next.top, context_);
        fmpz_mpoly_mul(out->bottom, out->bottom, next.bottom, context_);
      } else {
        if (fmpz_mpoly_is_zero(next.top, context_)) return false;
        fmpz_mpoly_mul(out->top, out->top, next.bottom, context_);
        fmpz_mpoly_mul(out->bottom, out->bottom, next.top, context_);
      }
      if (!Reduce(out)) return false;
    }
    return true;
  }

  bool Reduce(Fraction* value) {
    if (!Sized(value)) return false;
    if (fmpz_mpoly_is_one(value->bottom, context_)) return true;
    const slong terms =
        fmpz_mpoly_length(value->top, context_) + fmpz_mpoly_length(value->bottom, context_);
    if (!budget_->Charge(40 + terms * 20)) return false;
    Polynomial divisor(*this);
    if (!fmpz_mpoly_gcd(divisor, value->top, value->bottom, context_)) return false;
    Fmpz lead;
    fmpz_mpoly_get_term_coeff_fmpz(lead, value->bottom, 0, context_);
    if (fmpz_sgn(lead) < 0) fmpz_mpoly_neg(divisor, divisor, context_);
    if (!fmpz_mpoly_is_one(divisor, context_)) {
      fmpz_mpoly_divides(value->top, value->top, divisor, context_);
      fmpz_mpoly_divides(value->bottom, value->bottom, divisor, context_);
    }
    return true;
  }

  bool Power(const Node* node, slong exponent, Fraction* out) {
    Fraction base(*this);
    if (!Convert(node->kids[0], &base)) return false;
    if (exponent < 0) {
      if (fmpz_mpoly_is_zero(base.top, context_)) return false;
      fmpz_mpoly_swap(base.top, base.bottom, context_);
      if (!Reduce(&base)) return false;
      exponent = -exponent;
    }
    fmpz_mpoly_one(out->top, context_);
    fmpz_mpoly_one(out->bottom, context_);
    for (slong i = 0; i < exponent; ++i) {  // powers of lowest terms are in lowest terms
      if (!Affordable(out, &base)) return false;
      fmpz_mpoly_mul(out->top, out->top, base.top, context_);
      fmpz_mpoly_mul(out->bottom, out->bottom, base.bottom, context_);
      if (!Sized(out)) return false;
    }
    return true;
  }

  Budget* budget_;
  fmpz_mpoly_ctx_t context_;
  bool ready_ = false;
  bool only_variables_ = true;
  std::map<std::string, slong> names_;
  std::vector<slong> opaque_;
};

Polynomial::Polynomial(const Ring& ring) : ring_(ring) {
  fmpz_mpoly_init(value_, ring_.context());
}
Polynomial::~Polynomial() {
  fmpz_mpoly_clear(value_, ring_.context());
}

bool SameFraction(Fraction* a, Fraction* b, const fmpz_mpoly_ctx_struct* context) {
  return fmpz_mpoly_equal(a->top, b->top, context) &&
         fmpz_mpoly_equal(a->bottom, b->bottom, context);
}

}  // namespace

std::optional<PolynomialAnswer> CompareRationalFunctions(const Node* a, const Node* b,
                                                         Budget* budget) {
  Ring ring(budget);
  if (!ring.Collect(a) || !ring.Collect(b)) return std::nullopt;
  ring.Ready();
  Fraction left(ring);
  Fraction right(ring);
  if (!ring.Convert(a, &left) || !ring.Convert(b, &right)) return std::nullopt;
  PolynomialAnswer answer;
  answer.equal = SameFraction(&left, &right, ring.context());
  answer.only_variables = ring.only_variables();
  answer.different = !answer.equal && answer.only_variables;
  if (!answer.equal && !answer.different && ring.Subtract(&left, &right)) {
    answer.different =
        !fmpz_mpoly_is_zero(left.top, ring.context()) && ring.HasOnlyVariables(left.top);
  }
  return answer;
}

std::optional<PolynomialAnswer> CompareUpToFactor(const Node* a, const Node* b, Budget* budget,
                                                  int* sign) {
  Ring ring(budget);
  if (!ring.Collect(a) || !ring.Collect(b)) return std::nullopt;
  ring.Ready();
  const auto* context = ring.context();
  Fraction left(ring);
  Fraction right(ring);
  if (!ring.Convert(a, &left) || !ring.Convert(b, &right)) return std::nullopt;
  PolynomialAnswer answer;
  answer.only_variables = ring.only_variables();
  const bool zero = fmpz_mpoly_is_zero(left.top, context) || fmpz_mpoly_is_zero(right.top, context);
  if (zero) {
    answer.equal = SameFraction(&left, &right, context);
    *sign = 1;
    return answer;
  }
  Fmpz left_lead;
  Fmpz right_lead;
  fmpz_mpoly_get_term_coeff_fmpz(left_lead, left.top, 0, context);
  fmpz_mpoly_get_term_coeff_fmpz(right_lead, right.top, 0, context);
  Polynomial left_scaled(ring);
  Polynomial right_scaled(ring);
  fmpz_mpoly_scalar_mul_fmpz(left_scaled, left.top, right_lead, context);
  fmpz_mpoly_scalar_mul_fmpz(right_scaled, right.top, left_lead, context);
  answer.equal = fmpz_mpoly_equal(left_scaled, right_scaled, context) != 0;
  *sign = fmpz_sgn(left_lead) * fmpz_sgn(right_lead);
  // An inequality may only be multiplied by what is known to be positive: constants.
  const bool same_denominator =
      fmpz_mpoly_is_fmpz(left.bottom, context) && fmpz_mpoly_is_fmpz(right.bottom, context);
  if (!same_denominator) *sign = 0;
  return answer;
}

std::optional<std::vector<Fmpq>> UnivariateCoefficients(const Node* node, const std::string& name,
                                                        int max_degree, Budget* budget) {
  Ring ring(budget);
  const bool other =
      Any(node, [&](const Node& n) { return n.kind == Kind::kSymbol && n.name != name; });
  if (other || !ring.Collect(node) || !ring.only_variables()) return std::nullopt;
  ring.Ready();
  const auto* context = ring.context();
  Fraction value(ring);
  if (!ring.Convert(node, &value)) return std::nullopt;
  if (!fmpz_mpoly_is_fmpz(value.bottom, context)) return std::nullopt;
  Fmpz denominator;
  fmpz_mpoly_get_fmpz(denominator, value.bottom, context);
  std::vector<Fmpq> coefficients(static_cast<size_t>(max_degree) + 1);
  fmpz_mpoly_struct* top = value.top;
  for (slong i = 0; i < fmpz_mpoly_length(top, context); ++i) {
    ulong exponent = 0;
    if (ring.generators() > 0) exponent = fmpz_mpoly_get_term_var_exp_ui(top, i, 0, context);
    if (exponent > static_cast<ulong>(max_degree)) return std::nullopt;
    Fmpz coefficient;
    fmpz_mpoly_get_term_coeff_fmpz(coefficient, top, i, context);
    fmpq_set_fmpz_frac(coefficients[exponent], coefficient, denominator);
  }
  return coefficients;
}

}  // namespace assay::math
