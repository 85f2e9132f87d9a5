#include "math/decide/rational.h"

#include <algorithm>
#include <cstdlib>

namespace assay::math {
namespace {

class RationalEvaluator {
 public:
  explicit RationalEvaluator(Budget* budget) : budget_(budget) {}

  Exact Eval(const Node* node, Fmpq* out) {
    if (!budget_->Charge(3)) return Exact::kTooLarge;
    switch (node->kind) {
      case Kind::kNumber: return Number(node, out);
      case Kind::kUnit: return Eval(node->kids[0], out);
      case Kind::kNeg: {
        const Exact status = Eval(node->kids[0], out);
        fmpq_neg(*out, *out);
        return status;
      }
      case Kind::kPercent: {
        const Exact status = Eval(node->kids[0], out);
        DivideByHundred(out);
        return status;
      }
      case Kind::kAdd:
      case Kind::kMul:
      case Kind::kDiv: return Arithmetic(node, out);
      case Kind::kPow: return Power(node, out);
      case Kind::kRoot: return Root(node, out);
      case Kind::kCall: return Call(node, out);
      default: return Exact::kNotRational;
    }
  }

 private:
  static void DivideByHundred(Fmpq* value) {
    Fmpz hundred;
    fmpz_set_si(hundred, 100);
    fmpq_div_fmpz(*value, *value, hundred);
  }

  Exact Sized(const Fmpq& value) {
    const int64_t bits = value.bits();
    if (bits > kMaxExactBits || !budget_->Charge(bits / 200)) return Exact::kTooLarge;
    return Exact::kValue;
  }

  Exact Number(const Node* node, Fmpq* out) {
    const auto digits = static_cast<int64_t>(node->name.size());
    if (digits > 10'000 || std::abs(node->scale) > 10'000) return Exact::kTooLarge;
    if (!budget_->Charge(digits / 20)) return Exact::kTooLarge;
    fmpz_set_str(out->num(), node->name.c_str(), 10);
    fmpz_one(out->den());
    if (node->scale != 0) {
      Fmpz power;
      fmpz_ui_pow_ui(power, 10, static_cast<ulong>(std::abs(node->scale)));
      if (node->scale > 0) {
        fmpq_div_fmpz(*out, *out, power);
      } else {
        fmpq_mul_fmpz(*out, *out, power);
      }
    }
    return Exact::kValue;
  }

  Exact Arithmetic(const Node* node, Fmpq* out) {
    Exact worst = Eval(node->kids[0], out);
    if (worst == Exact::kNotRational || worst == Exact::kUndefined) return worst;
    Fmpq next;
    for (size_t i = 1; i < node->kids.size(); ++i) {
      const Exact status = Eval(node->kids[i], &next);
      if (status == Exact::kNotRational || status == Exact::kUndefined) return status;
      if (status == Exact::kTooLarge) worst = status;
      if (worst == Exact::kTooLarge) continue;
      if (node->kind == Kind::kAdd) {
        fmpq_add(*out, *out, next);
      } else if (node->kind == Kind::kMul) {
        fmpq_mul(*out, *out, next);
      } else {
        if (next.is_zero()) return Exact::kUndefined;
        fmpq_div(*out, *out, next);
      }
      worst = Sized(*out);
    }
    return worst;
  }

  Exact Power(const Node* node, Fmpq* out) {
    Fmpq exponent;
    Exact status = Eval(node->kids[0], out);
    if (status == Exact::kNotRational || status == Exact::kUndefined) return status;
    const Exact exponent_status = Eval(node->kids[1], &exponent);
    if (exponent_status != Exact::kValue) {
      if (exponent_status == Exact::kTooLarge && fmpq_is_one(*out)) return Exact::kValue;
      return exponent_status;
    }
    if (status != Exact::kValue) return status;
    if (!exponent.is_integer()) {
      if (fmpz_cmp_ui(exponent.den(), 64) > 0) return Exact::kNotRational;
      status = ExactRoot(fmpz_get_ui(exponent.den()), out);
      if (status != Exact::kValue) return status;
      fmpz_one(exponent.den());
    }
    if (out->is_zero()) {
      if (exponent.sign() < 0) return Exact::kUndefined;
      if (exponent.sign() == 0) fmpq_one(*out);  // 0^0 = 1, as combinatorics has it
      return Exact::kValue;
    }
    const bool unit = out->bits() <= 2 && fmpz_is_pm1(out->num());
    if (unit) {
      const bool negative = out->sign() < 0 && fmpz_is_odd(exponent.num());
      fmpq_set_si(*out, negative ? -1 : 1, 1);
      return Exact::kValue;
    }
    if (!fmpz_fits_si(exponent.num())) return Exact::kTooLarge;
    const slong n = fmpz_get_si(exponent.num());
    if (std::abs(n) > kMaxExactBits || out->bits() * std::abs(n) > kMaxExactBits) {
      return Exact::kTooLarge;
    }
    if (!budget_->Charge(out->bits() * std::abs(n) / 100)) return Exact::kTooLarge;
    fmpq_pow_si(*out, *out, n);
    return Exact::kValue;
  }

  // The n-th root when it is rational.
  Exact ExactRoot(ulong n, Fmpq* out) {
    const bool negative = out->sign() < 0;
    if (negative && n % 2 == 0) return Exact::kNotRational;
    if (n == 0) return Exact::kUndefined;
    Fmpz part;
    if (!fmpz_root(part, out->num(), static_cast<slong>(n))) {
      if (!fmpz_is_zero(out->num())) return Exact::kNotRational;
    }
    Fmpz bottom;
    if (!fmpz_root(bottom, out->den(), static_cast<slong>(n))) return Exact::kNotRational;
    fmpz_set(out->num(), part);
    fmpz_set(out->den(), bottom);
    return Exact::kValue;
  }

  Exact Root(const Node* node, Fmpq* out) {
    Fmpq index;
    if (Eval(node->kids[0], &index) != Exact::kValue || !index.is_integer() || index.sign() <= 0 ||
        fmpz_cmp_ui(index.num(), 1000) > 0) {
      return Exact::kNotRational;
    }
    const Exact status = Eval(node->kids[1], out);
    if (status != Exact::kValue) return status;
    return ExactRoot(fmpz_get_ui(index.num()), out);
  }

  Exact Call(const Node* node, Fmpq* out);
  Exact Factorial(bool every_second, Fmpq* out);
  Exact Binomial(const Fmpq& n, const Fmpq& k, Fmpq* out);

  Budget* budget_;
};

Exact RationalEvaluator::Factorial(bool every_second, Fmpq* out) {
  if (!out->is_integer()) return Exact::kNotRational;
  if (out->sign() < 0) return Exact::kUndefined;
  if (fmpz_cmp_ui(out->num(), 8000) > 0) return Exact::kTooLarge;
  const ulong n = fmpz_get_ui(out->num());
  if (!budget_->Charge(static_cast<int64_t>(n) * 2)) return Exact::kTooLarge;
  if (every_second) {
    fmpz_one(out->num());
    for (ulong factor = n; factor > 1; factor -= 2) fmpz_mul_ui(out->num(), out->num(), factor);
  } else {
    fmpz_fac_ui(out->num(), n);
  }
  return Sized(*out);
}

Exact RationalEvaluator::Binomial(const Fmpq& n, const Fmpq& k, Fmpq* out) {
  if (!n.is_integer() || !k.is_integer()) return Exact::kNotRational;
  if (k.sign() < 0 || n.sign() < 0) return Exact::kNotRational;
  if (fmpz_cmp_ui(n.num(), 1'000'000) > 0) return Exact::kTooLarge;
  const ulong top = fmpz_get_ui(n.num());
  if (fmpz_cmp_ui(k.num(), top) > 0) {
    fmpq_zero(*out);
    return Exact::kValue;
  }
  ulong bottom = fmpz_get_ui(k.num());
  bottom = std::min(bottom, top - bottom);
  if (bottom > 8000 || !budget_->Charge(static_cast<int64_t>(bottom) * 2)) return Exact::kTooLarge;
  fmpz_bin_uiui(out->num(), top, bottom);
  fmpz_one(out->den());
  return Sized(*out);
}

Exact RationalEvaluator::Call(const Node* node, Fmpq* out) {
  const std::string& name = node->name;
  static constexpr const char* kNames[] = {"factorial", "double_factorial",
                                           "binom",     "abs",
                                           "floor",     "ceil",
                                           "gcd",       "lcm",
                                           "max",       "min",
                                           "mod",       "sgn"};
  if (std::none_of(std::begin(kNames), std::end(kNames),
                   [&](const char* known) { return name == known; })) {
    return Exact::kNotRational;
  }
  if (node->kids.empty()) return Exact::kNotRational;
  Exact status = Eval(node->kids[0], out);
  if (status != Exact::kValue) return status;
  if (name == "factorial") return Factorial(false, out);
  if (name == "double_factorial") return Factorial(true, out);
  if (name == "abs") return fmpq_abs(*out, *out), Exact::kValue;
  if (name == "sgn") return fmpq_set_si(*out, out->sign(), 1), Exact::kValue;
  if (name == "floor" || name == "ceil") {
    if (name == "floor") {
      fmpz_fdiv_q(out->num(), out->num(), out->den());
    } else {
      fmpz_cdiv_q(out->num(), out->num(), out->den());
    }
    fmpz_one(out->den());
    return Exact::kValue;
  }
  for (size_t i = 1; i < node->kids.size(); ++i) {
    Fmpq other;
    status = Eval(node->kids[i], &other);
    if (status != Exact::kValue) return status;
    if (name == "binom") {
      const Fmpq top = *out;
      return Binomial(top, other, out);
    }
    if (name == "max" || name == "min") {
      const int order = fmpq_cmp(*out, other);
      if (name == "max" ? order < 0 : order > 0) *out = other;
    } else if (name == "mod") {
      if (other.is_zero()) return Exact::kUndefined;
      Fmpq quotient;
      fmpq_div(quotient, *out, other);
      Fmpz whole;
      fmpz_fdiv_q(whole, quotient.num(), quotient.den());
      fmpq_mul_fmpz(other, other, whole);
      fmpq_sub(*out, *out, other);
    } else {
      if (!out->is_integer() || !other.is_integer()) return Exact::kNotRational;
      if (name == "gcd") {
        fmpz_gcd(out->num(), out->num(), other.num());
      } else {
        fmpz_lcm(out->num(), out->num(), other.num());
      }
    }
    status = Sized(*out);
    if (status != Exact::kValue) return status;
  }
  return Exact::kValue;
}

}  // namespace

Exact EvalRational(const Node* node, Budget* budget, Fmpq* value) {
  return RationalEvaluator(budget).Eval(node, value);
}

}  // namespace assay::math
