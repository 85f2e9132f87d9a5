#include "math/decide/vectors.h"

#include <algorithm>
#include <string>
#include <vector>

#include "math/read/token.h"

namespace assay::math {
namespace {

bool IsUnitVector(const Node& node) {
  return node.kind == Kind::kSymbol && node.name.compare(0, kBold.size(), kBold) == 0;
}
bool HasUnitVector(const Node* node) {
  return Any(node, IsUnitVector);
}

// i, j and k in italics as unit vectors.
const Node* FromItalics(Context* context, const Node* node) {
  if (!context->budget->Charge(4)) return node;
  const bool letter = (node->kind == Kind::kSymbol && (node->name == "j" || node->name == "k")) ||
                      (node->kind == Kind::kConstant && node->name == "i");
  if (letter) return context->arena->Symbol(std::string(kBold) + node->name);
  if (node->kids.empty()) return node;
  Node* copy = context->arena->New(node->kind);
  *copy = *node;
  for (const Node*& kid : copy->kids) kid = FromItalics(context, kid);
  return copy;
}

// The coefficient of one unit vector in a sum of multiples of them; nullptr when it is no such sum.
const Node* Component(Context* context, const Node* node, char letter) {
  Arena* arena = context->arena;
  if (!context->budget->Charge(4)) return nullptr;
  if (IsUnitVector(*node)) return arena->Integer(int64_t{node->name.back() == letter});
  switch (node->kind) {
    case Kind::kNeg: {
      const Node* inner = Component(context, node->kids[0], letter);
      return inner == nullptr ? nullptr : arena->Unary(Kind::kNeg, inner);
    }
    case Kind::kAdd: {
      std::vector<const Node*> terms;
      for (const Node* kid : node->kids) {
        if (!HasUnitVector(kid)) return nullptr;
        terms.push_back(Component(context, kid, letter));
        if (terms.back() == nullptr) return nullptr;
      }
      return arena->Many(Kind::kAdd, std::move(terms));
    }
    case Kind::kDiv: {
      const Node* top = Component(context, node->kids[0], letter);
      if (top == nullptr || HasUnitVector(node->kids[1])) return nullptr;
      return arena->Binary(Kind::kDiv, top, node->kids[1]);
    }
    case Kind::kMul: {
      std::vector<const Node*> factors;
      int vectors = 0;
      for (const Node* kid : node->kids) {
        const bool vector = HasUnitVector(kid);
        vectors += vector;
        factors.push_back(vector ? Component(context, kid, letter) : kid);
        if (factors.back() == nullptr) return nullptr;
      }
      return vectors == 1 ? arena->Many(Kind::kMul, std::move(factors)) : nullptr;
    }
    default: return nullptr;
  }
}

// Whether the node lists two or three components.
bool IsTuple(const Node* node) {
  const size_t size = node->kids.size();
  if (size != 2 && size != 3) return false;
  if (node->kind == Kind::kMatrix) return node->rows == 1 || node->cols == 1;
  const bool round = node->open == '(' || node->open == '<';
  return node->kind == Kind::kBracket && round && node->close != ']';
}

const Node* AsTuple(Context* context, const Node* vector, size_t size) {
  Node* tuple = context->arena->New(Kind::kBracket);
  tuple->open = '<';
  tuple->close = '>';
  for (const char letter : {'i', 'j', 'k'}) {
    const Node* component = Component(context, vector, letter);
    if (component == nullptr) return vector;
    // A plane vector has no third component to lose.
    const bool outside = tuple->kids.size() == size;
    const bool appears = Any(
        vector, [&](const Node& node) { return IsUnitVector(node) && node.name.back() == letter; });
    if (outside && appears) return vector;
    if (!outside) tuple->kids.push_back(component);
  }
  return tuple;
}

}  // namespace

void AlignVectors(Context* context, const Node** a, const Node** b) {
  if (HasUnitVector(*a) == HasUnitVector(*b)) return;
  const Node** vector = HasUnitVector(*a) ? a : b;
  const Node** other = vector == a ? b : a;
  if (IsTuple(*other) && IsScalar(*vector)) {
    *vector = AsTuple(context, *vector, (*other)->kids.size());
    return;
  }
  const bool second = Any(*other, [](const Node& node) {
    return node.kind == Kind::kSymbol && (node.name == "j" || node.name == "k");
  });
  if (second) *other = FromItalics(context, *other);
}

}  // namespace assay::math
