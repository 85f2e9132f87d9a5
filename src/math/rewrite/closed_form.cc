#include "math/rewrite/closed_form.h"

#include <string>
#include <vector>

namespace assay::math {
namespace {

bool IsZeroOrPositive(const Node* node) {
  if (node->kind == Kind::kNumber) return true;
  return node->kind == Kind::kDiv && IsZeroOrPositive(node->kids[0]) &&
         IsZeroOrPositive(node->kids[1]);
}

class Integrator {
 public:
  Integrator(Arena* arena, Budget* budget, const Node* variable)
      : arena_(arena), budget_(budget), name_(variable->name) {}

  // An antiderivative without points where it is undefined; nullptr when none is known.
  const Node* Integrate(const Node* node) {
    if (!budget_->Charge(10)) return nullptr;
    if (!Depends(node)) return arena_->Binary(Kind::kMul, node, Variable());
    switch (node->kind) {
      case Kind::kAdd: {
        std::vector<const Node*> terms;
        for (const Node* kid : node->kids) {
          terms.push_back(Integrate(kid));
          if (terms.back() == nullptr) return nullptr;
        }
        return arena_->Many(Kind::kAdd, std::move(terms));
      }
      case Kind::kNeg: {
        const Node* inner = Integrate(node->kids[0]);
        return inner == nullptr ? nullptr : arena_->Unary(Kind::kNeg, inner);
      }
      case Kind::kMul: return Product(node);
      case Kind::kDiv: {
        if (Depends(node->kids[1])) return nullptr;
        const Node* top = Integrate(node->kids[0]);
        return top == nullptr ? nullptr : arena_->Binary(Kind::kDiv, top, node->kids[1]);
      }
      default: return Core(node);
    }
  }

  // `node` with the variable replaced.
  const Node* Substitute(const Node* node, const Node* value) {
    if (!budget_->Charge(4) || !Depends(node)) return node;
    if (node->kind == Kind::kSymbol) return value;
    Node* copy = arena_->New(node->kind);
    *copy = *node;
    for (const Node*& kid : copy->kids) kid = Substitute(kid, value);
    return copy;
  }

 private:
  const Node* Variable() { return arena_->Symbol(name_); }
  bool Depends(const Node* node) const {
    return Any(node, [&](const Node& n) {
      budget_->Charge(1);
      return n.kind == Kind::kSymbol && n.name == name_;
    });
  }

  const Node* Product(const Node* node) {
    std::vector<const Node*> kids;
    const Node* core = nullptr;
    for (const Node* kid : node->kids) {
      if (!Depends(kid)) {
        kids.push_back(kid);
      } else if (core == nullptr) {
        core = kid;
      } else {
        return nullptr;
      }
    }
    const Node* inner = Integrate(core);
    if (inner == nullptr) return nullptr;
    kids.push_back(inner);
    return arena_->Many(Kind::kMul, std::move(kids));
  }

  // a of a x + b; nullptr when the node is no such thing.
  const Node* Slope(const Node* node) {
    if (!Depends(node)) return arena_->Integer(int64_t{0});
    switch (node->kind) {
      case Kind::kSymbol: return arena_->Integer(int64_t{1});
      case Kind::kNeg: {
        const Node* inner = Slope(node->kids[0]);
        return inner == nullptr ? nullptr : arena_->Unary(Kind::kNeg, inner);
      }
      case Kind::kAdd: {
        std::vector<const Node*> slopes;
        for (const Node* kid : node->kids) {
          slopes.push_back(Slope(kid));
          if (slopes.back() == nullptr) return nullptr;
        }
        return arena_->Many(Kind::kAdd, std::move(slopes));
      }
      case Kind::kMul: {
        std::vector<const Node*> factors;
        bool found = false;
        for (const Node* kid : node->kids) {
          if (Depends(kid) && found) return nullptr;
          found = found || Depends(kid);
          factors.push_back(Depends(kid) ? Slope(kid) : kid);
          if (factors.back() == nullptr) return nullptr;
        }
        return arena_->Many(Kind::kMul, std::move(factors));
      }
      case Kind::kDiv: {
        if (Depends(node->kids[1])) return nullptr;
        const Node* top = Slope(node->kids[0]);
        return top == nullptr ? nullptr : arena_->Binary(Kind::kDiv, top, node->kids[1]);
      }
      default: return nullptr;
    }
  }

  const Node* PowerRule(const Node* base, const Node* exponent) {
    const Node* slope = Slope(base);
    if (slope == nullptr || !IsZeroOrPositive(exponent)) return nullptr;
    const Node* next = arena_->Many(Kind::kAdd, {exponent, arena_->Integer(int64_t{1})});
    return arena_->Binary(Kind::kDiv, arena_->Binary(Kind::kPow, base, next),
                          arena_->Binary(Kind::kMul, next, slope));
  }

  const Node* Core(const Node* node) {
    if (node->kind == Kind::kSymbol) return PowerRule(node, arena_->Integer(int64_t{1}));
    if (node->kind == Kind::kRoot && !Depends(node->kids[0])) {
      const Node* power = arena_->Binary(Kind::kDiv, arena_->Integer(int64_t{1}), node->kids[0]);
      return PowerRule(node->kids[1], power);
    }
    if (node->kind == Kind::kPow && !Depends(node->kids[1])) {
      return PowerRule(node->kids[0], node->kids[1]);
    }
    const bool exponential = node->kind == Kind::kPow && node->kids[0]->kind == Kind::kConstant &&
                             node->kids[0]->name == "e";
    const bool wave = node->kind == Kind::kCall && node->kids.size() == 1 &&
                      (node->name == "sin" || node->name == "cos");
    if (!exponential && !wave) return nullptr;
    const Node* slope = Slope(node->kids[exponential ? 1 : 0]);
    if (slope == nullptr) return nullptr;
    if (exponential) return arena_->Binary(Kind::kDiv, node, slope);
    const bool sine = node->name == "sin";
    const Node* other = arena_->Call(sine ? "cos" : "sin", {node->kids[0]});
    const Node* whole = arena_->Binary(Kind::kDiv, other, slope);
    return sine ? arena_->Unary(Kind::kNeg, whole) : whole;
  }

  Arena* arena_;
  Budget* budget_;
  const std::string name_;
};

bool IsWritten(const Node* bound) {
  return !(bound->kind == Kind::kSymbol && bound->name.empty());
}

}  // namespace

const Node* WithClosedForms(Arena* arena, Budget* budget, const Node* node) {
  if (budget->spent() || !Any(node, [&](const Node& n) {
        budget->Charge(1);
        return n.kind == Kind::kCall && n.name == "\\int" && n.kids.size() == 4;
      })) {
    return node;
  }
  Node* copy = arena->New(node->kind);
  *copy = *node;
  for (const Node*& kid : copy->kids) kid = WithClosedForms(arena, budget, kid);
  if (copy->name != "\\int" || copy->kids.size() != 4 || !IsWritten(copy->kids[0]) ||
      !IsWritten(copy->kids[1])) {
    return copy;
  }
  if (IsInfinity(copy->kids[0]) || IsInfinity(copy->kids[1])) return copy;
  Integrator integrator(arena, budget, copy->kids[3]);
  const Node* whole = integrator.Integrate(copy->kids[2]);
  if (whole == nullptr) return copy;
  const Node* low = integrator.Substitute(whole, copy->kids[0]);
  const Node* high = integrator.Substitute(whole, copy->kids[1]);
  return arena->Many(Kind::kAdd, {high, arena->Unary(Kind::kNeg, low)});
}

}  // namespace assay::math
