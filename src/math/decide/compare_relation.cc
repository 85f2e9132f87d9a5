// Equations, inequalities and assignments.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "math/decide/compare.h"
#include "math/decide/polynomial.h"
#include "math/lexicon/words.h"

namespace assay::math {
namespace {

bool IsOrder(char op) {
  return op == kOpLess || op == kOpGreater || op == kOpLessEqual || op == kOpGreaterEqual;
}

bool IsEquation(const Node* node) {
  return node->kind == Kind::kRelation && node->name == "=";
}

const Node* Difference(Context* context, const Node* relation) {
  return context->arena->Many(
      Kind::kAdd, {relation->kids[0], context->arena->Unary(Kind::kNeg, relation->kids[1])});
}

// d/dx f(x)
bool IsDerivative(const Node* node) {
  return node->kind == Kind::kMul && node->kids[0]->kind == Kind::kSymbol &&
         node->kids[0]->name.compare(0, 3, "d/d") == 0;
}

Tri CompareEquations(Context* context, const Node* a, const Node* b) {
  const auto scalar = [](const Node* node) {
    return IsScalar(node->kids[0]) && IsScalar(node->kids[1]);
  };
  if (!scalar(a) || !scalar(b)) {
    for (size_t flip : {0, 1}) {
      const Tri left = CompareNodes(context, a->kids[0], b->kids[flip]);
      if (left != Tri::kYes) continue;
      if (CompareNodes(context, a->kids[1], b->kids[1 - flip]) == Tri::kYes) {
        return context->Yes("equation");
      }
    }
    return context->No("equation", Reason::kEquationsDiffer);
  }
  const Node* left = Difference(context, a);
  const Node* right = Difference(context, b);
  int sign = 0;
  const auto forms = CompareUpToFactor(left, right, context->budget, &sign);
  if (forms && forms->equal) return context->Yes("equation_scaling");
  if (forms && forms->only_variables)
    return context->No("equation_scaling", Reason::kEquationsDiffer);
  const Tri points = CompareProportional(context, left, right);
  if (points == Tri::kYes) return context->Yes("equation_points");
  return points;
}

// One inequality in several variables: left - right up to a positive factor, or the reverse.
Tri CompareInequalities(Context* context, const Node* a, const Node* b) {
  const auto direction = [](char op) { return op == kOpLess || op == kOpLessEqual ? -1 : 1; };
  const auto strict = [](char op) { return op == kOpLess || op == kOpGreater; };
  if (strict(a->name[0]) != strict(b->name[0]))
    return context->No("inequality", Reason::kStrictnessDiffers);
  int sign = 0;
  const auto forms =
      CompareUpToFactor(Difference(context, a), Difference(context, b), context->budget, &sign);
  if (forms && forms->equal && sign != 0) {
    if (sign == direction(a->name[0]) * direction(b->name[0])) return context->Yes("inequality");
    return context->No("inequality", Reason::kDirectionDiffers);
  }
  if (forms && forms->only_variables && sign != 0) {
    return context->No("inequality", Reason::kInequalitiesDiffer);
  }
  return context->Unknown(Reason::kInequalityNotComparable);
}

// Operand by operand, as in f(2) < f(1) < f(4); `b` may be written from the other end.
Tri CompareChains(Context* context, const Node* a, const Node* b) {
  if (a->kids.size() != b->kids.size()) return context->No("relation", Reason::kRelationsDiffer);
  const size_t n = a->kids.size();
  // 0: a direction that has no other spelling from the right.
  const auto flip = [](char op) {
    switch (op) {
      case 'u': return 'v';  // subset, superset
      case 'v': return 'u';
      case 'U': return 'V';
      case 'V': return 'U';
      case '?': return 'L';  // arrows
      case 'L': return '?';
      case 'R':
      case 'm':
      case kOpIn:
      case 'o': return '\0';
      case kOpLess: return static_cast<char>(kOpGreater);
      case kOpGreater: return static_cast<char>(kOpLess);
      case kOpLessEqual: return static_cast<char>(kOpGreaterEqual);
      case kOpGreaterEqual: return static_cast<char>(kOpLessEqual);
      default: return op;
    }
  };
  bool unknown = false;
  for (bool reversed : {false, true}) {
    bool same = true;
    for (size_t i = 0; i < n && same; ++i) {
      const size_t j = reversed ? n - 1 - i : i;
      if (i + 1 < n) {
        const char op = reversed ? flip(b->name[n - 2 - i]) : b->name[i];
        same = op == a->name[i];
      }
      if (!same) break;
      const Tri operand = CompareNodes(context, a->kids[i], b->kids[j]);
      unknown = unknown || operand == Tri::kUnknown;
      same = operand == Tri::kYes;
    }
    if (same) return context->Yes("relation");
  }
  if (unknown) return context->Unknown(Reason::kRelationNotComparable);
  return context->No("relation", Reason::kRelationsDiffer);
}

// y, -y, 2y, y/3: says what another name is worth.
bool IsMultipleOfName(const Node* node) {
  switch (node->kind) {
    case Kind::kSymbol: return true;
    case Kind::kNeg: return IsMultipleOfName(node->kids[0]);
    case Kind::kDiv: return IsMultipleOfName(node->kids[0]) && !HasSymbol(node->kids[1]);
    case Kind::kMul: {
      int names = 0;
      for (const Node* kid : node->kids) {
        if (kid->kind == Kind::kSymbol) {
          ++names;
        } else if (HasSymbol(kid) || kid->kind == Kind::kConstant) {
          return false;
        }
      }
      return names == 1;
    }
    default: return false;
  }
}

// 2x, -y, x/3.
bool IsMultipleOfUnknown(const Node* node) {
  const auto unknown = [](const Node& n) {
    return n.kind == Kind::kSymbol && (n.name == "x" || n.name == "y" || n.name == "z");
  };
  if (node->kind == Kind::kSymbol || node->kids.size() > 2) return false;
  return IsMultipleOfName(node) && Any(node, unknown);
}

bool SameNames(const Node* a, const Node* b) {
  const auto names = [](const Node* bracket) {
    std::vector<std::string> all;
    for (const Node* kid : bracket->kids) all.push_back(kid->name);
    std::sort(all.begin(), all.end());
    return all;
  };
  return names(a) == names(b);
}

}  // namespace

bool IsQuantityName(const Node* node) {
  switch (node->kind) {
    case Kind::kSymbol: return true;
    case Kind::kCall: {
      static constexpr std::string_view kKnown[] = {
          "sin", "cos", "tan", "ln", "log", "factorial", "binom", "floor", "ceil", "log_base"};
      const bool letter = node->name.size() == 1 || IsGreek(node->name) || node->name[1] == '\'' ||
                          node->name[1] == '^';
      if (!HasSymbol(node) && !letter) return false;  // f(2), f'(2) and f^{-1}(2) name values
      return std::find(std::begin(kKnown), std::end(kKnown), node->name) == std::end(kKnown);
    }
    case Kind::kNeg:  // \overrightarrow{BA}, and not -x
      return node->kids[0]->kind == Kind::kCall && node->kids[0]->name == "vec";
    case Kind::kUnion:
    case Kind::kIntersect:
    case Kind::kSetMinus:
    case Kind::kRatio:
    case Kind::kDiv:
    case Kind::kMul: return std::all_of(node->kids.begin(), node->kids.end(), IsQuantityName);
    case Kind::kBracket:
      return std::all_of(node->kids.begin(), node->kids.end(),
                         [](const Node* kid) { return kid->kind == Kind::kSymbol; });
    default: return false;
  }
}

const Node* SimplifyChain(Context* context, const Node* node) {
  if (node->kind != Kind::kRelation) return node;
  // A \approx 0.58: the exact value counts, unless the left side only names it.
  const size_t approx = node->name.find(kOpApprox);
  if (approx != std::string::npos) {
    Node* exact = context->arena->New(Kind::kRelation);
    if (approx == 0 && IsQuantityName(node->kids[0])) {
      *exact = *node;
      std::replace(exact->name.begin(), exact->name.end(), static_cast<char>(kOpApprox), '=');
      return SimplifyChain(context, exact);
    }
    if (approx == 0) return node->kids[0];
    exact->kids.assign(node->kids.begin(), node->kids.begin() + static_cast<int64_t>(approx) + 1);
    exact->name = node->name.substr(0, approx);
    exact->flag = true;  // roundings are about: no false equality is looked for
    return SimplifyChain(context, exact);
  }
  const bool all_equal = node->name.find_first_not_of('=') == std::string::npos;
  if (!all_equal || Contradicts(context, node)) return node;
  // 35 + 70 = 105 states a value.
  const bool names = node->kids[0]->kind == Kind::kCall && IsQuantityName(node->kids[0]);
  if (node->name == "=" && !HasSymbol(node) && IsScalar(node->kids[0]) && !names) {
    return node->kids[1];
  }
  if (node->kids.size() < 3 || IsEqualityChain(node)) return node;
  // x = e1 = e2: the last value is the simplified one.
  if (!IsQuantityName(node->kids[0]) && !HasSymbol(node->kids[0])) return node->kids.back();
  Node* short_chain = context->arena->New(Kind::kRelation);
  short_chain->kids = {node->kids[0], node->kids.back()};
  short_chain->name = "=";
  return short_chain;
}

bool IsEqualityChain(const Node* node) {
  if (node->kind != Kind::kRelation || node->kids.size() < 3 ||
      node->name.find_first_not_of('=') != std::string::npos) {
    return false;
  }
  const Node* first = node->kids.front();
  if (!IsQuantityName(first) && HasSymbol(first)) return true;
  return std::any_of(node->kids.begin() + 1, node->kids.end() - 1, IsMultipleOfName) ||
         (node->kids.back()->kind == Kind::kSymbol && IsQuantityName(first));
}

bool Contradicts(Context* context, const Node* node) {
  if (node->kind != Kind::kRelation || node->flag ||
      node->name.find_first_not_of('=') != std::string::npos) {
    return false;
  }
  // Units convert with roundings, and f(2) may be anything.
  const auto number = [](const Node* member) {
    return IsScalar(member) && !Any(member, [](const Node& n) {
             return n.kind == Kind::kUnit || n.kind == Kind::kSymbol || !IsScalar(&n) ||
                    (n.kind == Kind::kCall && IsQuantityName(&n));
           });
  };
  const Node* last = node->kids.back();
  if (!number(last)) return false;
  bool stated = false;
  for (size_t i = 0; i + 1 < node->kids.size(); ++i) {
    const Node* member = node->kids[i];
    if (!number(member)) continue;
    stated = true;
    if (SameOrRounded(context, member, last)) return false;
  }
  return stated;
}

const Node* SplitTuple(Context* context, const Node* relation) {
  if (relation->kind != Kind::kRelation || relation->name != "=") return nullptr;
  const Node* names = relation->kids[0];
  const Node* values = relation->kids[1];
  if (names->kind != Kind::kBracket || values->kind != Kind::kBracket ||
      names->kids.size() != values->kids.size() || !IsQuantityName(names)) {
    return nullptr;
  }
  std::vector<const Node*> assignments;
  for (size_t i = 0; i < names->kids.size(); ++i) {
    Node* assignment = context->arena->New(Kind::kRelation);
    assignment->kids = {names->kids[i], values->kids[i]};
    assignment->name = "=";
    assignments.push_back(assignment);
  }
  return context->arena->Many(Kind::kList, std::move(assignments));
}

const Node* StatedValue(const Node* relation, const Node* gold) {
  if (relation->name != "=" || relation->kids.size() != 2) return nullptr;
  if (!IsScalar(gold) || HasSymbol(gold)) return nullptr;
  const bool value_first = !HasSymbol(relation->kids[0]);
  const Node* value = relation->kids[value_first ? 0 : 1];
  const Node* expression = relation->kids[value_first ? 1 : 0];
  if (!IsScalar(value) || !IsScalar(expression) || HasSymbol(value) || !HasSymbol(expression)) {
    return nullptr;
  }
  // x^2 - 4 = 0 and x + 1 = 89 are equations to solve, x/2 + y/3 = 1 is a line.
  if (IsInteger(value) && value->name == "0") return nullptr;
  if (IsMultipleOfUnknown(expression)) return nullptr;  // 2x = 10 is solved by 5
  if (expression->kind != Kind::kAdd) return value;
  const auto letter = [&](std::string_view name) {
    return Any(expression,
               [&](const Node& n) { return n.kind == Kind::kSymbol && n.name == name; });
  };
  const bool curve = letter("x") && letter("y") && IsInteger(value) && value->name == "1";
  const bool to_solve = std::any_of(expression->kids.begin(), expression->kids.end(),
                                    [](const Node* kid) { return !HasSymbol(kid); });
  return curve || to_solve ? nullptr : value;
}

namespace {

// n \ge 1, k \in \mathbb{Z}, x \ne 3: what an answer may add without claiming less.
bool SaysLittle(const Node* condition) {
  if (condition->name.size() != 1) return false;
  const auto small = [](const Node* node) {
    return IsInteger(node) && (node->name == "0" || node->name == "1");
  };
  switch (condition->name[0]) {
    case kOpNotEqual: return true;
    case kOpIn:
      return condition->kids[1]->kind == Kind::kNumberSet ||
             condition->kids[1]->kind == Kind::kSymbol;
    case kOpGreater:
    case kOpGreaterEqual: return small(condition->kids[1]);
    case kOpLess:
    case kOpLessEqual: return small(condition->kids[0]);
    default: return false;
  }
}

// One name for the positive whole numbers and the like: N^*, N_+, \mathbf{Z}.
std::string SetName(const Node* node) {
  std::string name = node->name;
  for (const std::string_view positive : {"N^*", "N_+", "N^+", "Z_+", "Z^+"}) {
    if (name == positive) return "N^+";
  }
  return name;
}

bool SameCondition(Context* context, const Node* a, const Node* b) {
  if (a->name == "i" && b->name == "i") {
    return Render(a->kids[0]) == Render(b->kids[0]) && SetName(a->kids[1]) == SetName(b->kids[1]);
  }
  return CompareNodes(context, a, b) == Tri::kYes;
}

}  // namespace

Tri CompareConditional(Context* context, const Node* a, const Node* b) {
  using Nodes = std::vector<const Node*>;
  const auto conditions = [](const Node* node) {
    if (node->kind != Kind::kConditional) return Nodes();
    return Nodes(node->kids.begin() + 1, node->kids.end());
  };
  const auto value = [](const Node* node) {
    return node->kind == Kind::kConditional ? node->kids[0] : node;
  };
  const Tri same = CompareNodes(context, value(a), value(b));
  if (same != Tri::kYes) return same;
  const std::string rule = context->rule;
  const Nodes wanted = conditions(a);
  for (const Node* given : conditions(b)) {
    const bool repeated = std::any_of(wanted.begin(), wanted.end(), [&](const Node* each) {
      return SameCondition(context, each, given);
    });
    if (repeated) continue;
    const bool contradicts = std::any_of(wanted.begin(), wanted.end(), [&](const Node* each) {
      return each->name == given->name && Render(each->kids[0]) == Render(given->kids[0]);
    });
    if (contradicts || !SaysLittle(given)) {
      return context->No("condition", Reason::kRelationsDiffer);
    }
  }
  return context->Yes(rule.c_str());
}

const Node* AssignedValue(Context* context, const Node* relation) {
  if (!context->options.unwrap_assignment || relation->kind != Kind::kRelation ||
      relation->kids.size() != 2) {
    return nullptr;
  }
  const char op = relation->name[0];
  if (op != kOpEqual && op != kOpIn) return nullptr;
  const Node* left = relation->kids[0];
  const Node* right = relation->kids[1];
  if (left->kind == Kind::kRatio && right->kind != Kind::kRatio) return nullptr;
  if (left->kind != Kind::kRatio && left->kind != Kind::kCall && right->kind == Kind::kRatio) {
    return IsQuantityName(left) ? right : nullptr;
  }
  if (IsDerivative(left) && op == kOpEqual) return right;
  if (IsQuantityName(left)) {
    // xy = 6 names a quantity; xy = x + 1 is an equation.
    if (left->kind == Kind::kMul || left->kind == Kind::kDiv) {
      return HasSymbol(right) ? nullptr : right;
    }
    if (left->kind == Kind::kSymbol && Any(right, [&](const Node& n) {
          return n.kind == Kind::kSymbol && n.name == left->name;
        })) {
      return nullptr;
    }
    return right;
  }
  if (op == kOpEqual && right->kind == Kind::kSymbol && !HasSymbol(left)) return left;  // 5 = x
  return nullptr;
}

Tri CompareRelations(Context* context, const Node* a, const Node* b) {
  const Node* left_value = AssignedValue(context, a);
  const Node* right_value = AssignedValue(context, b);
  if (left_value != nullptr && right_value != nullptr) {
    const auto name = [&](const Node* relation, const Node* value) {
      const Node* side = relation->kids[0] == value ? relation->kids[1] : relation->kids[0];
      return side;
    };
    const Node* left_name = name(a, left_value);
    const Node* right_name = name(b, right_value);
    // (x, y) = (1, 2) against (y, x) = (2, 1), and not against (a, b) = (1, 2).
    if (left_name->kind == Kind::kBracket && right_name->kind == Kind::kBracket &&
        Render(left_name) != Render(right_name)) {
      if (!SameNames(left_name, right_name)) {
        return context->No("relation", Reason::kVariablesDiffer);
      }
      const Node* left = SplitTuple(context, a);
      const Node* right = SplitTuple(context, b);
      if (left != nullptr && right != nullptr) return CompareNodes(context, left, right);
    }
    // Nor is the opposite of a vector that vector.
    if ((left_name->kind == Kind::kNeg) != (right_name->kind == Kind::kNeg)) {
      return context->No("relation", Reason::kVariablesDiffer);
    }
    // f(2) = 5 is not f(3) = 5, nor P(A) = 1/2 the other P(B) = 1/2.
    if (left_name->kind == Kind::kCall && right_name->kind == Kind::kCall) {
      const auto arguments = [&](const Node* call) {
        return Render(context->arena->Many(Kind::kList, call->kids));
      };
      const bool constant = !HasSymbol(left_name);
      if (arguments(left_name) != arguments(right_name) ||
          (constant && left_name->name != right_name->name)) {
        return context->No("relation", Reason::kVariablesDiffer);
      }
    }
    const auto applied = [](const Node* side) {
      return side->kind == Kind::kCall || IsDerivative(side);
    };
    const bool function = applied(left_name) || applied(right_name);
    if (function || Render(left_name) == Render(right_name) || left_name->kind == Kind::kBracket ||
        right_name->kind == Kind::kBracket) {
      const Tri same = CompareNodes(context, left_value, right_value);
      if (same != Tri::kNo) return same;
    }
  }
  if (IsEquation(a) && IsEquation(b)) return CompareEquations(context, a, b);
  const auto left_set = ToRealSet(context, a);
  if (left_set) {
    const auto right_set = ToRealSet(context, b);
    if (right_set) {
      if (!left_set->variable.empty() && !right_set->variable.empty() &&
          left_set->variable != right_set->variable) {
        return context->No("inequality", Reason::kVariablesDiffer);
      }
      return CompareRealSets(context, *left_set, *right_set);
    }
  }
  const bool simple = a->kids.size() == 2 && b->kids.size() == 2;
  if (simple && IsOrder(a->name[0]) && IsOrder(b->name[0]) && IsScalar(a->kids[0]) &&
      IsScalar(a->kids[1]) && IsScalar(b->kids[0]) && IsScalar(b->kids[1])) {
    const Tri same = CompareInequalities(context, a, b);
    if (same != Tri::kUnknown) return same;
  }
  return CompareChains(context, a, b);
}

}  // namespace assay::math
