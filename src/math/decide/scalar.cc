// A map: equality of constants and of expressions at points; then Peel and Restore (percent,
// degrees, units); decimals and tolerance; units; then the four entries of the header.

#include "math/decide/scalar.h"

#include <algorithm>

#include "base/text.h"
#include "math/decide/exact_ladder.h"
#include "math/decide/polynomial.h"
#include "math/decide/rational.h"
#include "math/lexicon/units.h"
#include "math/rewrite/constant.h"

namespace assay::math {
namespace {

constexpr int kPoints = 20;
constexpr int kPointsNeeded = 8;
constexpr slong kPointPrecision = 128;
constexpr slong kMaxPointPrecision = 4096;
constexpr int64_t kPointMargin = 64;
// Above this many bits of agreement, and twice the spread of all magnitudes involved, two constants
// that could not be proven equal count as equal.
constexpr slong kMaxPrecision = 4096;

bool HasPlainLog(const Node* node) {
  return Any(node, [](const Node& n) { return n.kind == Kind::kCall && n.name == "log"; });
}

Tri CompareConstantsWith(Context* context, const Evaluator::Settings& settings, const Node* a,
                         const Node* b) {
  bool proof_tried = false;
  for (slong prec = 64; prec <= kMaxPrecision; prec *= prec == 64 ? 3 : 2) {
    Evaluator evaluator(settings, context->budget);
    Acb left;
    Acb right;
    const bool left_ok = evaluator.Eval(a, prec, &left);
    const bool right_ok = left_ok && evaluator.Eval(b, prec, &right);
    if (context->budget->spent()) return context->Unknown(Reason::kBudgetSpent);
    if (!left_ok || !right_ok) {
      if (evaluator.met_unknown()) return context->Unknown(Reason::kUnknownValue);
      if (prec >= 768) return context->Unknown(Reason::kUndefinedValue);
      continue;
    }
    if (!acb_overlaps(left, right)) return context->No("ball_separation", Reason::kValuesDiffer);
    if (!proof_tried && prec >= 192) {
      proof_tried = true;
      // Calcium reads no plain log and no degrees; those go by precision.
      switch (ProveConstants(a, b, context->options.real_roots, context->budget)) {
        case Tri::kYes: return context->Yes("exact_constant");
        case Tri::kNo: return context->No("exact_constant", Reason::kValuesDiffer);
        case Tri::kUnknown: break;
      }
      if (context->budget->spent()) return context->Unknown(Reason::kBudgetSpent);
    }
    if (prec < 768) continue;
    // Both balls must be narrow, and the precision must exceed what the magnitudes could hide.
    const slong accuracy = std::min(acb_rel_accuracy_bits(left), acb_rel_accuracy_bits(right));
    const bool zero = acb_contains_zero(left) && acb_contains_zero(right);
    if ((zero || accuracy > prec / 2) && prec >= 2 * evaluator.magnitude_range() + 256) {
      return context->Yes("high_precision_agreement");
    }
  }
  return context->Unknown(Reason::kTooCloseToCall);
}

// Both values at the current point, with a precision of more than twice the spread of all
// magnitudes met on the way: the 1 of 10^50 y + 1 counts, however small beside the rest. False when
// a value is undefined or that precision out of reach.
bool EvalPair(Evaluator* evaluator, const Node* a, const Node* b, bool apart_suffices, Acb* left,
              Acb* right, slong* precision) {
  for (slong prec = kPointPrecision; prec <= kMaxPointPrecision;) {
    *precision = prec;
    if (!evaluator->Eval(a, prec, left) || !evaluator->Eval(b, prec, right)) return false;
    if (apart_suffices && !acb_overlaps(*left, *right)) return true;
    const int64_t needed = 2 * evaluator->magnitude_range() + kPointMargin;
    if (needed <= prec) return true;
    // Numbers round: the first step that suffices.
    while (prec < needed && prec <= kMaxPointPrecision) prec *= 2;
  }
  return false;
}

// A text against itself only has to have values at all, as the floor of a root has at few points.
int PointsNeeded(const Context& context) {
  return context.by_value_only ? 2 : kPointsNeeded;
}

enum class PointResult { kSkip, kAgree, kDiffer };

PointResult CompareAt(Evaluator* evaluator, int point, const Node* a, const Node* b,
                      bool complex_values) {
  evaluator->SetPoint(point);
  Acb left;
  Acb right;
  slong precision = 0;
  if (!EvalPair(evaluator, a, b, true, &left, &right, &precision)) return PointResult::kSkip;
  if (!complex_values) {
    // Outside the common real domain nothing is claimed.
    if (!arb_contains_zero(left.im()) || !arb_contains_zero(right.im())) return PointResult::kSkip;
  }
  if (!acb_overlaps(left, right)) return PointResult::kDiffer;
  const auto narrow = [](const Acb& value) {
    return acb_rel_accuracy_bits(value) > 40 || mag_cmp_2exp_si(arb_radref(value.re()), -60) < 0;
  };
  return narrow(left) && narrow(right) ? PointResult::kAgree : PointResult::kSkip;
}

Tri ComparePointsWith(Context* context, const Evaluator::Settings& settings, const Node* a,
                      const Node* b, bool complex_values) {
  Evaluator evaluator(settings, context->budget);
  const int needed = PointsNeeded(*context);
  int agree = 0;
  for (int point = 0; point < kPoints && agree < needed; ++point) {
    switch (CompareAt(&evaluator, point, a, b, complex_values)) {
      case PointResult::kDiffer: return context->No("random_points", Reason::kValuesDiffer);
      case PointResult::kAgree: ++agree; break;
      case PointResult::kSkip: break;
    }
    if (context->budget->spent()) return context->Unknown(Reason::kBudgetSpent);
    if (evaluator.met_unknown()) return context->Unknown(Reason::kUnknownValue);
  }
  if (agree >= needed) return context->Yes("random_points");
  if (!complex_values) return ComparePointsWith(context, settings, a, b, true);
  return context->Unknown(Reason::kNoCommonDomain);
}

bool HasImaginary(const Node* node) {
  return Any(node, [](const Node& n) { return n.kind == Kind::kConstant && n.name == "i"; });
}

// z and w are complex where their modulus, conjugate or parts are spoken of, unless x or y beside
// them makes them coordinates: |z|^2 is not z^2.
void FindComplexSymbols(const Node* a, const Node* b, std::set<std::string>* names) {
  for (const Node* side : {a, b}) {
    Any(side, [&](const Node& n) {
      static constexpr std::string_view kParts[] = {"abs", "overline", "re", "im", "arg"};
      if (n.kind != Kind::kCall ||
          std::find(std::begin(kParts), std::end(kParts), n.name) == std::end(kParts)) {
        return false;
      }
      Any(&n, [&](const Node& inner) {
        const std::string_view name = inner.name;
        const bool complex = name == "z" || name == "w" || StartsWith(name, "z_");
        if (inner.kind == Kind::kSymbol && complex) names->insert(inner.name);
        return false;
      });
      return false;
    });
  }
  const auto coordinate = [](const Node& n) {
    return n.kind == Kind::kSymbol && (n.name == "x" || n.name == "y");
  };
  if (Any(a, coordinate) || Any(b, coordinate)) names->clear();
}

Evaluator::Settings MakeSettings(Context* context, const Node* a, const Node* b) {
  Evaluator::Settings settings;
  settings.real_roots = context->options.real_roots;
  settings.integer_symbols = IntegerSymbols(a);
  settings.integer_symbols.merge(IntegerSymbols(b));
  FindComplexSymbols(a, b, &settings.complex_symbols);
  if (!HasSymbol(a) && !HasSymbol(b)) return settings;
  settings.wide = WidthOfPoints(a, b, context->budget);
  // Factorials and powers of large numbers are out of reach.
  const auto divides = [](const Node& n) {
    return n.kind == Kind::kCall && (n.name == "gcd" || n.name == "lcm" || n.name == "mod");
  };
  const auto grows = [](const Node& n) {
    return n.kind == Kind::kPow ||
           (n.kind == Kind::kCall &&
            (n.name == "factorial" || n.name == "double_factorial" || n.name == "binom"));
  };
  settings.wide_integers = (Any(a, divides) || Any(b, divides)) && !Any(a, grows) && !Any(b, grows);
  return settings;
}

// A value with what was written around it.
struct Peeled {
  const Node* value = nullptr;
  bool negative = false;
  bool percent = false;
  bool degree = false;
  std::string unit;
};

Peeled Peel(const Node* node) {
  Peeled peeled;
  for (bool more = true; more;) {
    switch (node->kind) {
      case Kind::kUnit:
        peeled.unit = peeled.unit.empty() ? node->name : peeled.unit;
        node = node->kids[0];
        break;
      case Kind::kPercent:
        peeled.percent = true;
        node = node->kids[0];
        break;
      case Kind::kDegree:
        peeled.degree = true;
        node = node->kids[0];
        break;
      case Kind::kNeg: {
        const Kind inner = node->kids[0]->kind;
        if (inner != Kind::kUnit && inner != Kind::kPercent && inner != Kind::kDegree) {
          more = false;
          break;
        }
        peeled.negative = !peeled.negative;
        node = node->kids[0];
        break;
      }
      default: more = false;
    }
  }
  peeled.value = node;
  return peeled;
}

const Node* Restore(Context* context, const Peeled& peeled) {
  return peeled.negative ? context->arena->Unary(Kind::kNeg, peeled.value) : peeled.value;
}

const Node* DecimalLiteral(const Node* node) {
  if (node->kind == Kind::kNeg) node = node->kids[0];
  return node->kind == Kind::kNumber && node->decimal && node->scale > 0 ? node : nullptr;
}

// |value - decimal| <= half a unit of the decimal's last digit.
bool RoundsTo(Context* context, const Node* value, const Node* decimal, int32_t scale) {
  Fmpq target;
  if (EvalRational(decimal, context->budget, &target) != Exact::kValue) return false;
  Fmpq half;
  Fmpz power;
  if (scale > 400) return false;
  fmpz_ui_pow_ui(power, 10, static_cast<ulong>(scale));
  fmpz_mul_ui(power, power, 2);
  fmpq_set_si(half, 1, 1);
  fmpq_div_fmpz(half, half, power);
  Fmpq exact;
  if (EvalRational(value, context->budget, &exact) == Exact::kValue) {
    fmpq_sub(exact, exact, target);
    fmpq_abs(exact, exact);
    return fmpq_cmp(exact, half) <= 0;
  }
  Evaluator::Settings settings = MakeSettings(context, value, decimal);
  Evaluator evaluator(settings, context->budget);
  Acb ball;
  if (!evaluator.Eval(value, 192, &ball) || !arb_contains_zero(ball.im())) return false;
  Arb difference;
  Arb bound;
  arb_set_fmpq(difference, target, 192);
  arb_sub(difference, ball.re(), difference, 192);
  arb_abs(difference, difference);
  arb_set_fmpq(bound, half, 192);
  return arb_le(difference, bound);
}

bool WithinTolerance(Context* context, const Node* gold, const Node* answer) {
  if (context->options.relative_tolerance <= 0 || HasSymbol(gold) || HasSymbol(answer)) {
    return false;
  }
  Evaluator::Settings settings = MakeSettings(context, gold, answer);
  Evaluator evaluator(settings, context->budget);
  Acb a;
  Acb b;
  if (!evaluator.Eval(gold, 128, &a) || !evaluator.Eval(answer, 128, &b)) return false;
  Arb difference;
  Arb bound;
  Arb tolerance;
  acb_sub(b, a, b, 128);
  acb_abs(difference, b, 128);
  acb_abs(bound, a, 128);
  arb_set_d(tolerance, context->options.relative_tolerance);
  arb_mul(bound, bound, tolerance, 128);
  return arb_le(difference, bound);
}

// Whether a decimal on one side is the other side correctly rounded, as far as the policy allows.
bool DecimalRounding(Context* context, const Node* gold, const Node* answer) {
  using Policy = VerifyOptions::DecimalPolicy;
  const Policy policy = context->options.decimals;
  if (policy == Policy::kExact || HasSymbol(gold) || HasSymbol(answer)) return false;
  const Node* gold_decimal = DecimalLiteral(gold);
  const Node* answer_decimal = DecimalLiteral(answer);
  const auto digits = [](const Node* literal) { return static_cast<int>(literal->name.size()); };
  // "14.0" says 14 and "2.5" says 5/2; two decimals and three digits begin to look rounded.
  constexpr int kMinGoldDigits = 3;
  constexpr int kMinGoldScale = 2;
  const bool gold_looks_rounded =
      gold_decimal != nullptr && digits(gold_decimal) >= kMinGoldDigits &&
      gold_decimal->scale >= kMinGoldScale && gold_decimal->name.back() != '0';
  if (gold_looks_rounded &&
      (answer_decimal == nullptr || answer_decimal->scale > gold_decimal->scale) &&
      RoundsTo(context, answer, gold, gold_decimal->scale)) {
    return true;
  }
  return policy == Policy::kSignificantDigits && answer_decimal != nullptr &&
         digits(answer_decimal) >= context->options.min_significant_digits &&
         (gold_decimal == nullptr || gold_decimal->scale > answer_decimal->scale) &&
         RoundsTo(context, gold, answer, answer_decimal->scale);
}

Tri CompareWithDecimals(Context* context, const Node* a, const Node* b) {
  const Tri exact = CompareValues(context, a, b);
  if (exact == Tri::kYes) return exact;
  const std::string rule = context->rule;
  const Reason reason = context->reason;
  if (DecimalRounding(context, a, b)) return context->Yes("decimal_rounding");
  if (WithinTolerance(context, a, b)) return context->Yes("relative_tolerance");
  context->rule = rule;
  context->reason = reason;
  return exact;
}

// What a value is measured in, where that is known.
enum class Scale { kNone, kPercent, kDegree, kRadian, kUnit };

Scale ScaleOf(const Peeled& peeled) {
  if (peeled.percent) return Scale::kPercent;
  if (peeled.degree) return Scale::kDegree;
  if (peeled.unit == "rad" || peeled.unit == "radian" || peeled.unit == "radians") {
    return Scale::kRadian;
  }
  const bool known = !CurrencyOf(peeled.unit).empty() || ParseUnit(peeled.unit).known;
  return known ? Scale::kUnit : Scale::kNone;
}

// Scales both values to a common unit. False: the units contradict each other.
bool AlignUnits(Context* context, Peeled* a, Peeled* b) {
  if (!context->options.check_units || a->unit.empty() || b->unit.empty() || a->unit == b->unit) {
    return true;
  }
  const std::string_view left_money = CurrencyOf(a->unit);
  const std::string_view right_money = CurrencyOf(b->unit);
  if (!left_money.empty() && !right_money.empty()) return left_money == right_money;
  const UnitValue left = ParseUnit(a->unit);
  const UnitValue right = ParseUnit(b->unit);
  if (!left.known || !right.known) return true;
  if (left.dimension != right.dimension) return false;
  Fmpq ratio;
  fmpq_div(ratio, right.scale, left.scale);
  if (fmpq_is_one(ratio)) return true;
  const auto integer = [&](const fmpz* value) {
    char* text = fmpz_get_str(nullptr, 10, value);
    std::string digits(text);
    flint_free(text);
    return context->arena->Integer(std::move(digits));
  };
  const Node* factor =
      context->arena->Binary(Kind::kDiv, integer(ratio.num()), integer(ratio.den()));
  b->value = context->arena->Binary(Kind::kMul, b->value, factor);
  return true;
}

// "8000 g" in plain text is a product of 8000 and g; beside a mass it is one.
void TakeUnitLetter(Peeled* a, Peeled* b) {
  if (a->unit.empty() == b->unit.empty()) return;
  const Peeled* with = a->unit.empty() ? b : a;
  Peeled* without = a->unit.empty() ? a : b;
  const Node* product = without->value;
  if (product->kind != Kind::kMul || product->kids.size() != 2) return;
  const Node* letter = product->kids[1];
  if (letter->kind != Kind::kSymbol || letter->name.size() != 1 || HasSymbol(product->kids[0])) {
    return;
  }
  const UnitValue written = ParseUnit(letter->name);
  const UnitValue known = ParseUnit(with->unit);
  if (!written.known || !known.known || written.dimension != known.dimension) return;
  without->unit = letter->name;
  without->value = product->kids[0];
}

// Antiderivatives: the difference takes one value at all points.
Tri CompareUpToConstant(Context* context, const Node* a, const Node* b) {
  const Tri same = CompareValues(context, a, b);
  if (same == Tri::kYes || context->budget->spent()) return same;
  const std::string rule = context->rule;
  const Reason reason = context->reason;
  const Node* difference =
      context->arena->Many(Kind::kAdd, {a, context->arena->Unary(Kind::kNeg, b)});
  Evaluator::Settings settings = MakeSettings(context, a, b);
  Evaluator evaluator(settings, context->budget);
  Acb first;
  int agree = 0;
  bool have_first = false;
  for (int point = 0; point < kPoints && agree < kPointsNeeded; ++point) {
    evaluator.SetPoint(point);
    Acb value;
    const bool ok = evaluator.Eval(difference, kPointPrecision, &value);
    if (context->budget->spent()) return context->Unknown(Reason::kBudgetSpent);
    if (evaluator.met_unknown()) return context->Unknown(Reason::kUnknownValue);
    // High powers hide a small difference at this precision.
    const bool clear = ok && arb_contains_zero(value.im()) &&
                       2 * evaluator.magnitude_range() + kPointMargin <= 2 * kPointPrecision &&
                       mag_cmp_2exp_si(arb_radref(value.re()), -40) < 0;
    if (!clear) continue;
    if (have_first && !acb_overlaps(first, value)) {
      context->rule = rule;
      context->reason = reason;
      return same == Tri::kUnknown ? context->No("random_points", Reason::kValuesDiffer) : same;
    }
    first = value;
    agree += have_first ? 1 : 0;
    have_first = true;
  }
  if (agree >= kPointsNeeded) return context->Yes("integration_constant");
  context->rule = rule;
  context->reason = reason;
  return same;
}

}  // namespace

Tri CompareValues(Context* context, const Node* a, const Node* b) {
  if (!context->by_value_only && Render(a) == Render(b)) return context->Yes("same_form");
  Fmpq left;
  Fmpq right;
  const Exact left_exact = EvalRational(a, context->budget, &left);
  const Exact right_exact = EvalRational(b, context->budget, &right);
  if (left_exact == Exact::kUndefined || right_exact == Exact::kUndefined) {
    return context->No("exact_rational", Reason::kUndefinedValue);
  }
  if (left_exact == Exact::kValue && right_exact == Exact::kValue) {
    if (fmpq_equal(left, right)) return context->Yes("exact_rational");
    return context->No("exact_rational", Reason::kValuesDiffer);
  }
  if (IsInfinity(a) || IsInfinity(b)) {
    if (Render(a) == Render(b)) return context->Yes("infinity");
    return context->No("infinity", Reason::kValuesDiffer);
  }
  Evaluator::Settings settings = MakeSettings(context, a, b);
  const bool symbols = HasSymbol(a) || HasSymbol(b);
  if (symbols) {
    const auto forms = CompareRationalFunctions(a, b, context->budget);
    // What stands for itself in a normal form, as an integral does, has shown no value.
    if (forms && forms->equal && (forms->only_variables || !context->by_value_only)) {
      return context->Yes("rational_function");
    }
    if (forms && forms->different) return context->No("rational_function", Reason::kFormsDiffer);
  }
  const bool imaginary = HasImaginary(a) || HasImaginary(b) || !settings.complex_symbols.empty();
  const auto compare = [&] {
    return symbols ? ComparePointsWith(context, settings, a, b, imaginary)
                   : CompareConstantsWith(context, settings, a, b);
  };
  const Tri first = compare();
  if (first == Tri::kYes || !(HasPlainLog(a) || HasPlainLog(b))) return first;
  // \log is the natural logarithm to some authors.
  settings.natural_log = true;
  return compare();
}

Tri CompareScalars(Context* context, const Node* a, const Node* b) {
  if (const Node* left = WithoutConstant(context->arena, a, /*gold=*/true)) {
    if (const Node* right = WithoutConstant(context->arena, b, /*gold=*/false)) {
      return CompareUpToConstant(context, left, right);
    }
  }
  Peeled gold = Peel(a);
  Peeled answer = Peel(b);
  TakeUnitLetter(&gold, &answer);
  const bool plain = gold.unit.empty() && answer.unit.empty() && !gold.percent && !answer.percent &&
                     !gold.degree && !answer.degree;
  if (plain) return CompareWithDecimals(context, a, b);
  if (!context->options.ignore_units && gold.unit.empty() != answer.unit.empty()) {
    return context->No("units", Reason::kUnitMissing);
  }
  // A percentage is no angle, and neither is a length or an amount of money.
  const Scale gold_scale = ScaleOf(gold);
  const Scale answer_scale = ScaleOf(answer);
  const bool both = gold_scale != Scale::kNone && answer_scale != Scale::kNone;
  const bool angles = (gold_scale == Scale::kDegree && answer_scale == Scale::kRadian) ||
                      (gold_scale == Scale::kRadian && answer_scale == Scale::kDegree);
  if (context->options.check_units && both && gold_scale != answer_scale) {
    if (!angles) return context->No("units", Reason::kUnitsDiffer);
    const auto radians = [&](const Peeled& peeled) {
      const Node* value = Restore(context, peeled);
      return peeled.degree ? context->arena->Unary(Kind::kDegree, value) : value;
    };
    return CompareWithDecimals(context, radians(gold), radians(answer));
  }
  if (!AlignUnits(context, &gold, &answer)) return context->No("units", Reason::kUnitsDiffer);
  Arena* arena = context->arena;
  const Node* left = Restore(context, gold);
  const Node* right = Restore(context, answer);
  if (gold.percent != answer.percent) {
    const Node* hundredth =
        gold.percent ? arena->Unary(Kind::kPercent, left) : arena->Unary(Kind::kPercent, right);
    const Tri scaled = gold.percent ? CompareWithDecimals(context, hundredth, right)
                                    : CompareWithDecimals(context, left, hundredth);
    if (scaled == Tri::kYes || !context->options.percent_bare_number) return scaled;
  }
  Tri same = CompareWithDecimals(context, left, right);
  if (same != Tri::kYes && gold.degree != answer.degree) {
    const Node* turned_left = gold.degree ? arena->Unary(Kind::kDegree, left) : left;
    const Node* turned_right = answer.degree ? arena->Unary(Kind::kDegree, right) : right;
    same = CompareWithDecimals(context, turned_left, turned_right);
  }
  return same;
}

bool SameOrRounded(Context* context, const Node* a, const Node* b) {
  if (CompareScalars(context, a, b) != Tri::kNo || CompareScalars(context, b, a) != Tri::kNo) {
    return true;
  }
  const Node* left = Peel(a).value;
  const Node* right = Peel(b).value;
  for (const auto& [value, rounded] : {std::pair{left, right}, std::pair{right, left}}) {
    const Node* decimal = DecimalLiteral(rounded);
    if (decimal != nullptr && RoundsTo(context, value, rounded, decimal->scale)) return true;
  }
  return false;
}

Tri CompareProportional(Context* context, const Node* a, const Node* b) {
  Evaluator::Settings settings = MakeSettings(context, a, b);
  Evaluator evaluator(settings, context->budget);
  Acb ratio;
  bool have_ratio = false;
  const int needed = PointsNeeded(*context);
  int agree = 0;
  for (int point = 0; point < kPoints && agree < needed; ++point) {
    evaluator.SetPoint(point);
    Acb left;
    Acb right;
    slong precision = kPointPrecision;
    const bool ok = EvalPair(&evaluator, a, b, false, &left, &right, &precision);
    if (context->budget->spent()) return context->Unknown(Reason::kBudgetSpent);
    if (evaluator.met_unknown()) return context->Unknown(Reason::kUnknownValue);
    if (!ok || acb_contains_zero(left) || acb_contains_zero(right)) continue;
    acb_div(left, left, right, precision);
    if (have_ratio) {
      if (!acb_overlaps(left, ratio)) return context->No("random_points", Reason::kEquationsDiffer);
      ++agree;
    }
    ratio = left;
    have_ratio = true;
  }
  if (agree >= needed - 1) return context->Yes("random_points");
  return context->Unknown(Reason::kNoCommonDomain);
}

int OrderConstants(Context* context, const Node* a, const Node* b) {
  const auto infinity = [](const Node* node) {
    if (!IsInfinity(node)) return 0;
    return node->kind == Kind::kNeg ? -1 : 1;
  };
  const int left_infinity = infinity(a);
  const int right_infinity = infinity(b);
  if (left_infinity != 0 || right_infinity != 0) {
    return left_infinity < right_infinity ? -1 : left_infinity > right_infinity ? 1 : 0;
  }
  Fmpq left;
  Fmpq right;
  if (EvalRational(a, context->budget, &left) == Exact::kValue &&
      EvalRational(b, context->budget, &right) == Exact::kValue) {
    const int order = fmpq_cmp(left, right);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  if (HasSymbol(a) || HasSymbol(b)) return 2;
  Evaluator::Settings settings = MakeSettings(context, a, b);
  Evaluator evaluator(settings, context->budget);
  Acb x;
  Acb y;
  if (!evaluator.Eval(a, 128, &x) || !evaluator.Eval(b, 128, &y)) return 2;
  if (arb_lt(x.re(), y.re())) return -1;
  if (arb_gt(x.re(), y.re())) return 1;
  return CompareValues(context, a, b) == Tri::kYes ? 0 : 2;
}

}  // namespace assay::math
