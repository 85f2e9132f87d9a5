// Evaluator: the functions.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "math/decide/numeric.h"
#include "math/decide/rational.h"

#if __has_include(<flint/acb_hypgeom.h>)
#include <flint/acb_hypgeom.h>
#else
#include <acb_hypgeom.h>
#endif

namespace assay::math {
namespace {

using Unary = void (*)(acb_ptr, acb_srcptr, slong);

void Pi(acb_ptr out, slong prec) {
  acb_const_pi(out, prec);
}

// Functions of one argument. Names end with their inverse's conventions: principal values.
const struct {
  std::string_view name;
  Unary function;
} kUnary[] = {
    {"sin", [](acb_ptr y, acb_srcptr x, slong p) { acb_sin(y, x, p); }},
    {"cos", [](acb_ptr y, acb_srcptr x, slong p) { acb_cos(y, x, p); }},
    {"tan", [](acb_ptr y, acb_srcptr x, slong p) { acb_tan(y, x, p); }},
    {"cot", [](acb_ptr y, acb_srcptr x, slong p) { acb_cot(y, x, p); }},
    {"sec", [](acb_ptr y, acb_srcptr x, slong p) { acb_sec(y, x, p); }},
    {"csc", [](acb_ptr y, acb_srcptr x, slong p) { acb_csc(y, x, p); }},
    {"sinh", [](acb_ptr y, acb_srcptr x, slong p) { acb_sinh(y, x, p); }},
    {"cosh", [](acb_ptr y, acb_srcptr x, slong p) { acb_cosh(y, x, p); }},
    {"tanh", [](acb_ptr y, acb_srcptr x, slong p) { acb_tanh(y, x, p); }},
    {"coth", [](acb_ptr y, acb_srcptr x, slong p) { acb_coth(y, x, p); }},
    {"sech", [](acb_ptr y, acb_srcptr x, slong p) { acb_sech(y, x, p); }},
    {"csch", [](acb_ptr y, acb_srcptr x, slong p) { acb_csch(y, x, p); }},
    {"arcsin", [](acb_ptr y, acb_srcptr x, slong p) { acb_asin(y, x, p); }},
    {"arccos", [](acb_ptr y, acb_srcptr x, slong p) { acb_acos(y, x, p); }},
    {"arctan", [](acb_ptr y, acb_srcptr x, slong p) { acb_atan(y, x, p); }},
    {"arccot",
     [](acb_ptr y, acb_srcptr x, slong p) {  // the branch with values in (0, pi)
       Acb half_pi;
       Pi(half_pi, p);
       acb_mul_2exp_si(half_pi, half_pi, -1);
       acb_atan(y, x, p);
       acb_sub(y, half_pi, y, p);
     }},
    {"arcsec",
     [](acb_ptr y, acb_srcptr x, slong p) {
       acb_inv(y, x, p);
       acb_acos(y, y, p);
     }},
    {"arccsc",
     [](acb_ptr y, acb_srcptr x, slong p) {
       acb_inv(y, x, p);
       acb_asin(y, y, p);
     }},
    {"arcsinh", [](acb_ptr y, acb_srcptr x, slong p) { acb_asinh(y, x, p); }},
    {"arccosh", [](acb_ptr y, acb_srcptr x, slong p) { acb_acosh(y, x, p); }},
    {"arctanh", [](acb_ptr y, acb_srcptr x, slong p) { acb_atanh(y, x, p); }},
    {"re", [](acb_ptr y, acb_srcptr x, slong) { acb_set_arb(y, acb_realref(x)); }},
    {"im", [](acb_ptr y, acb_srcptr x, slong) { acb_set_arb(y, acb_imagref(x)); }},
    {"conj", [](acb_ptr y, acb_srcptr x, slong) { acb_conj(y, x); }},
    {"cbrt", [](acb_ptr y, acb_srcptr x, slong p) { acb_root_ui(y, x, 3, p); }},
};

// More than 2 |re x| / ln 2.
int64_t SaturationBits(const Acb& x) {
  const arf_struct* mid = arb_midref(x.re());
  if (arf_cmpabs_2exp_si(mid, 40) > 0) return int64_t{1} << 42;
  return static_cast<int64_t>(3 * std::abs(arf_get_d(mid, ARF_RND_UP))) + 8;
}

}  // namespace

bool Evaluator::Call(const Node* node, slong prec, Acb* out) {
  const std::string& name = node->name;
  if (!budget_->Charge(30 + prec)) return false;
  if (name == "\\sum" || name == "\\prod") {
    if (FiniteSum(node, prec, out)) return true;
    met_unknown_ = true;
    return false;
  }
  if (name == "\\int" || name == "\\lim" || name == "\\bigcup" || name == "\\bigcap") {
    met_unknown_ = true;
    return false;
  }
  if (name == "det" && node->kids.size() == 1 && node->kids[0]->kind == Kind::kMatrix) {
    return Determinant(node->kids[0], prec, out);
  }
  Fmpq rational;
  switch (EvalRational(node, budget_, &rational)) {
    case Exact::kValue: acb_set_fmpq(*out, rational, prec); return true;
    case Exact::kUndefined: return false;
    default: break;
  }
  Acb x;
  if (node->kids.size() == 1) {
    for (const auto& entry : kUnary) {
      if (entry.name != name) continue;
      if (!Eval(node->kids[0], prec, &x)) return false;
      // The cost of reducing a huge angle grows with its size.
      if (arf_abs_bound_lt_2exp_si(arb_midref(x.re())) > 4096) return false;
      if (name == "tanh" || name == "coth") {
        // Near 1 from some size on, by about e^(-2|x|): as far apart as magnitudes can be.
        range_ = std::max(range_, SaturationBits(x));
      }
      entry.function(*out, x, prec);
      return true;
    }
    if (name == "overline" && !settings_.complex_symbols.empty()) {
      if (!Eval(node->kids[0], prec, out)) return false;
      acb_conj(*out, *out);
      return true;
    }
    if (name == "ln" || name == "log") {
      if (!Eval(node->kids[0], prec, &x) || acb_contains_zero(x)) return false;
      acb_log(*out, x, prec);
      if (name == "log" && !settings_.natural_log) {
        Arb ten;
        arb_const_log10(ten, prec);
        acb_div_arb(*out, *out, ten, prec);
      }
      return true;
    }
    if (name == "abs" || name == "norm") {
      if (!IsScalar(node->kids[0])) return Opaque(node, prec, out);
      if (!Eval(node->kids[0], prec, &x)) return false;
      acb_zero(*out);
      acb_abs(out->re(), x, prec);
      return true;
    }
    if (name == "floor" || name == "ceil" || name == "sgn") {
      if (!Eval(node->kids[0], prec, &x) || !arb_is_zero(x.im())) return false;
      acb_zero(*out);
      if (name == "floor") {
        arb_floor(out->re(), x.re(), prec);
      } else if (name == "ceil") {
        arb_ceil(out->re(), x.re(), prec);
      } else {
        arb_sgn(out->re(), x.re());
      }
      return arb_is_exact(out->re());
    }
    if (name == "factorial") {
      if (!Eval(node->kids[0], prec, &x)) return false;
      if (arf_abs_bound_lt_2exp_si(arb_midref(x.re())) > 200) return false;
      acb_add_ui(x, x, 1, prec);
      acb_gamma(*out, x, prec);
      return true;
    }
    if (name == "arg") {
      if (!Eval(node->kids[0], prec, &x) || acb_contains_zero(x)) return false;
      acb_zero(*out);
      acb_arg(out->re(), x, prec);
      return true;
    }
  }
  if (node->kids.size() == 2) {
    Acb y;
    if (name == "log_base") {
      if (!Eval(node->kids[0], prec, &x) || !Eval(node->kids[1], prec, &y)) return false;
      if (acb_contains_zero(x) || acb_contains_zero(y)) return false;
      acb_log(x, x, prec);
      acb_log(y, y, prec);
      if (acb_contains_zero(x)) return false;
      acb_div(*out, y, x, prec);
      return true;
    }
    if (name == "binom") {  // n! / (k! (n-k)!)
      if (!Eval(node->kids[0], prec, &x) || !Eval(node->kids[1], prec, &y)) return false;
      for (const Acb* arg : {&x, &y}) {
        if (arf_abs_bound_lt_2exp_si(arb_midref(arg->re())) > 200) return false;
      }
      Acb rest;
      acb_sub(rest, x, y, prec);
      acb_add_ui(rest, rest, 1, prec);
      acb_add_ui(x, x, 1, prec);
      acb_add_ui(y, y, 1, prec);
      acb_gamma(*out, x, prec);
      acb_rgamma(y, y, prec);
      acb_rgamma(rest, rest, prec);
      acb_mul(*out, *out, y, prec);
      acb_mul(*out, *out, rest, prec);
      return true;
    }
  }
  if (name == "max" || name == "min") {
    if (node->kids.empty() || !Eval(node->kids[0], prec, out) || !arb_is_zero(out->im())) {
      return false;
    }
    for (size_t i = 1; i < node->kids.size(); ++i) {
      if (!Eval(node->kids[i], prec, &x) || !arb_is_zero(x.im())) return false;
      if (name == "max") {
        arb_max(out->re(), out->re(), x.re(), prec);
      } else {
        arb_min(out->re(), out->re(), x.re(), prec);
      }
    }
    return true;
  }
  return Opaque(node, prec, out);
}

}  // namespace assay::math
