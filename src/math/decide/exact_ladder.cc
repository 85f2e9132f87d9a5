#include "math/decide/exact_ladder.h"

#include <memory>

#include "math/decide/exact_constant.h"
#include "math/decide/numeric.h"
#include "math/decide/rational.h"

namespace assay::math {
namespace {

// Beyond these, nested radicals can take tens of milliseconds.
constexpr int kMaxNodes = 40;
constexpr int kMaxIrrationals = 5;
constexpr int64_t kMaxBits = 400;
// Left for the other rules.
constexpr int64_t kReserve = 20'000;

class Builder {
 public:
  Builder(assay_exact* stack, bool real_roots, Budget* budget)
      : stack_(stack), real_roots_(real_roots), budget_(budget) {}

  bool Push(const Node* node) {
    if (++nodes_ > kMaxNodes || !budget_->Charge(40)) return false;
    Fmpq value;
    const Exact exact = EvalRational(node, budget_, &value);
    if (exact == Exact::kValue) {
      return value.bits() <= kMaxBits && assay_exact_push_fmpq(stack_, value);
    }
    if (exact != Exact::kNotRational) return false;
    switch (node->kind) {
      case Kind::kConstant:
        if (++irrationals_ > kMaxIrrationals) return false;
        if (node->name == "pi") return assay_exact_push_pi(stack_);
        if (node->name == "e") return assay_exact_push_e(stack_);
        return node->name == "i" && assay_exact_push_i(stack_);
      case Kind::kUnit: return Push(node->kids[0]);
      case Kind::kNeg: return Push(node->kids[0]) && assay_exact_neg(stack_);
      case Kind::kAdd:
      case Kind::kMul:
      case Kind::kDiv:
        if (!Push(node->kids[0])) return false;
        for (size_t i = 1; i < node->kids.size(); ++i) {
          if (!Push(node->kids[i])) return false;
          const bool ok = node->kind == Kind::kAdd   ? assay_exact_add(stack_)
                          : node->kind == Kind::kMul ? assay_exact_mul(stack_)
                                                     : assay_exact_div(stack_);
          if (!ok) return false;
        }
        return true;
      case Kind::kPow: return Power(node->kids[0], node->kids[1]);
      case Kind::kRoot: return Root(node);
      case Kind::kCall: return Call(node);
      default: return false;
    }
  }

 private:
  // The work grows steeply with the number of extensions of the field; a pair affords one large
  // proof or several small ones, and precision decides the rest.
  bool Irrational() {
    const int64_t cost = 4000 * ++irrationals_;
    if (irrationals_ > kMaxIrrationals || budget_->left() < cost + kReserve) return false;
    return budget_->Charge(cost);
  }

  // Whether the value on the way is a rational that is negative: its odd roots are real by policy,
  // while Calcium's are principal values.
  bool MayBeNegative(const Node* node) {
    if (!real_roots_) return false;
    Fmpq value;
    if (EvalRational(node, budget_, &value) == Exact::kValue) return value.sign() < 0;
    Evaluator::Settings settings;
    Evaluator evaluator(settings, budget_);
    Acb ball;
    if (!evaluator.Eval(node, 64, &ball)) return true;
    return !arb_is_positive(ball.re());
  }

  bool Power(const Node* base, const Node* exponent) {
    Fmpq power;
    const Exact exact = EvalRational(exponent, budget_, &power);
    if (exact == Exact::kValue) {
      if (power.bits() > 12) return false;
      if (!power.is_integer()) {
        if (fmpz_cmp_ui(power.den(), 12) > 0 || !Irrational() || MayBeNegative(base)) return false;
      }
    } else if (!Irrational()) {
      return false;
    }
    return Push(base) && Push(exponent) && assay_exact_pow(stack_);
  }

  bool Root(const Node* node) {
    Fmpq index;
    if (EvalRational(node->kids[0], budget_, &index) != Exact::kValue || !index.is_integer() ||
        index.sign() <= 0 || fmpz_cmp_ui(index.num(), 12) > 0 || !Irrational()) {
      return false;
    }
    if (fmpz_cmp_ui(index.num(), 2) == 0) return Push(node->kids[1]) && assay_exact_sqrt(stack_);
    if (MayBeNegative(node->kids[1])) return false;
    if (!Push(node->kids[1])) return false;
    fmpq_inv(index, index);
    return assay_exact_push_fmpq(stack_, index) && assay_exact_pow(stack_);
  }

  bool Call(const Node* node) {
    if (!Irrational()) return false;
    if (node->name == "log_base") {
      return Push(node->kids[1]) && assay_exact_call(stack_, "ln") && Push(node->kids[0]) &&
             assay_exact_call(stack_, "ln") && assay_exact_div(stack_);
    }
    if (node->kids.size() != 1) return false;
    return Push(node->kids[0]) && assay_exact_call(stack_, node->name.c_str());
  }

  assay_exact* stack_;
  bool real_roots_;
  Budget* budget_;
  int nodes_ = 0;
  int irrationals_ = 0;
};

}  // namespace

Tri ProveConstants(const Node* a, const Node* b, bool real_roots, Budget* budget) {
  if (budget->left() < 8000 + kReserve || !budget->Charge(8000)) return Tri::kUnknown;
  const std::unique_ptr<assay_exact, decltype(&assay_exact_free)> stack(assay_exact_new(),
                                                                        assay_exact_free);
  if (stack == nullptr) return Tri::kUnknown;
  Builder builder(stack.get(), real_roots, budget);
  if (!builder.Push(a) || !builder.Push(b)) return Tri::kUnknown;
  switch (assay_exact_equal(stack.get())) {
    case 1: return Tri::kYes;
    case 0: return Tri::kNo;
    default: return Tri::kUnknown;
  }
}

}  // namespace assay::math
