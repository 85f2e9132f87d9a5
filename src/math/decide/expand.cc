// The two values of an expression with a plus-minus sign. All signs of one expression go together;
// \mp takes the opposite one.
#include "math/decide/compare.h"

namespace assay::math {

bool HasPlusMinus(const Node* node) {
  return Any(node, [](const Node& n) { return n.kind == Kind::kPlusMinus; });
}

const Node* ChooseSign(Context* context, const Node* node, bool upper) {
  if (!context->budget->Charge(4) || !HasPlusMinus(node)) return node;
  Arena* arena = context->arena;
  Node* copy = arena->New(node->kind);
  *copy = *node;
  for (const Node*& kid : copy->kids) kid = ChooseSign(context, kid, upper);
  if (node->kind != Kind::kPlusMinus) return copy;
  const bool plus = upper != node->flag;
  const Node* last = copy->kids.back();
  if (!plus) last = arena->Unary(Kind::kNeg, last);
  if (copy->kids.size() == 1) return last;
  return arena->Many(Kind::kAdd, {copy->kids[0], last});
}

}  // namespace assay::math
