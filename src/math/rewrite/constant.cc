#include "math/rewrite/constant.h"

#include <algorithm>
#include <string_view>

namespace assay::math {
namespace {

bool IsConstantName(std::string_view name, bool gold) {
  if (name == "C" || name == "c" || name == "C_1") return true;
  return !gold && (name == "K" || name == "k" || name == "C_0" || name == "c_1");
}

// Letters that one integrates by.
bool IsIntegrationVariable(std::string_view name) {
  return name == "x" || name == "t" || name == "u" || name == "y" || name == "z" || name == "s" ||
         name == "theta" || name == "phi" || name == "v";
}

}  // namespace

const Node* WithoutConstant(Arena* arena, const Node* sum, bool gold) {
  if (sum->kind != Kind::kAdd) return nullptr;
  const auto constant = std::find_if(sum->kids.begin(), sum->kids.end(), [&](const Node* kid) {
    return kid->kind == Kind::kSymbol && IsConstantName(kid->name, gold);
  });
  if (constant == sum->kids.end()) return nullptr;
  std::vector<const Node*> rest = sum->kids;
  rest.erase(rest.begin() + (constant - sum->kids.begin()));
  const Node* without = rest.size() == 1 ? rest[0] : arena->Many(Kind::kAdd, rest);
  std::string_view variable;
  bool several = false;
  bool other_use = false;
  bool lone = false;  // a letter by itself among the terms, such as the b of a + b + c
  Any(without, [&](const Node& n) {
    if (n.kind != Kind::kSymbol) return false;
    other_use = other_use || n.name == (*constant)->name;
    if (!IsIntegrationVariable(n.name)) return false;
    several = several || (!variable.empty() && variable != n.name);
    variable = n.name;
    return false;
  });
  for (const Node* kid : rest) {
    lone = lone || (kid->kind == Kind::kSymbol && !IsIntegrationVariable(kid->name));
  }
  if (other_use || (gold && (variable.empty() || several || lone))) return nullptr;
  return without;
}

}  // namespace assay::math
