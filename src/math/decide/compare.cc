// A map: the class Comparer compares two trees by their shape (collections, intervals, matrices,
// functions, words) and leaves numbers to scalar.cc; CompareNodes at the end is the entry.
// Equations and inequalities are in compare_relation.cc, sets of reals in real_set.cc, matrices in
// matrix.cc.

#include "math/decide/compare.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "math/decide/rational.h"
#include "math/decide/vectors.h"
#include "math/rewrite/clock.h"
#include "math/rewrite/closed_form.h"
#include "math/rewrite/names.h"

namespace assay::math {
namespace {

constexpr size_t kMaxElements = 200;

using Nodes = std::vector<const Node*>;

bool IsCollection(const Node* node) {
  return node->kind == Kind::kSet || node->kind == Kind::kList || node->kind == Kind::kEmptySet;
}

bool IsRealSetKind(const Node* node) {
  switch (node->kind) {
    case Kind::kUnion:
    case Kind::kIntersect:
    case Kind::kSetMinus:
    case Kind::kSetBuilder:
    case Kind::kNumberSet:
    case Kind::kEmptySet: return true;
    case Kind::kBracket: return node->kids.size() == 2 && node->open != '<';
    case Kind::kRelation: return true;
    case Kind::kList:
    case Kind::kSet:
      return std::any_of(node->kids.begin(), node->kids.end(), [](const Node* kid) {
        return kid->kind == Kind::kRelation && kid->name != "=";
      });
    default: return false;
  }
}

bool IsMatrixExpression(const Node* node) {
  if (node->kind == Kind::kMatrix) return true;
  if (!IsScalar(node) || node->kind == Kind::kCall) return false;
  return std::any_of(node->kids.begin(), node->kids.end(), IsMatrixExpression);
}

class Comparer {
 public:
  explicit Comparer(Context* context) : context_(context) {}

  Tri Compare(const Node* a, const Node* b) {
    if (!context_->budget->Charge(20)) return context_->Unknown(Reason::kBudgetSpent);
    switch (CompareClocks(a, b)) {
      case SameClock::kSame: return context_->Yes("clock_time");
      case SameClock::kDifferent: return context_->No("clock_time", Reason::kElementsDiffer);
      case SameClock::kNoClocks: break;
    }
    if ((IsTimeOfDay(a) && !IsClock(b)) || (IsTimeOfDay(b) && !IsClock(a))) {
      // 3:30 p.m. is no quotient.
      return context_->No("clock_time", Reason::kKindsDiffer);
    }
    a = WithoutBuilder(a);
    b = WithoutBuilder(b);
    if (a->kind == Kind::kConditional || b->kind == Kind::kConditional) {
      return CompareConditional(context_, a, b);
    }
    a = Prepare(a);
    b = Prepare(b);
    AlignVectors(context_, &a, &b);
    // Scalars commute and matrices do not: what could not be multiplied out stays open.
    const auto open = [](const Node* node) {
      return node->kind != Kind::kMatrix && IsMatrixExpression(node);
    };
    if (open(a) || open(b)) {
      return context_->Unknown(Reason::kMatrixNotEvaluated);
    }
    if (!context_->by_value_only && a->kind == b->kind && Render(a) == Render(b)) {
      return context_->Yes("same_form");
    }
    if (IsPlainNameOf(a, b) || IsPlainNameOf(b, a)) return context_->Yes("same_form");
    if (Contradicts(context_, a) || Contradicts(context_, b)) {
      return context_->Unknown(Reason::kChainContradicts);
    }
    if (HasPlusMinus(a) || HasPlusMinus(b)) return PlusMinus(a, b);
    if (const auto named = Named(a, b)) return *named;
    if (IsNamedPoint(a) && b->kind == Kind::kBracket) return Compare(Coordinates(a), b);
    if (IsNamedPoint(b) && a->kind == Kind::kBracket) return Compare(a, Coordinates(b));
    if (a->kind == Kind::kRelation || b->kind == Kind::kRelation) return Relations(a, b);
    if (a->kind == Kind::kCongruence || b->kind == Kind::kCongruence) return Congruences(a, b);
    if (a->kind == Kind::kRatio || b->kind == Kind::kRatio) return Ratios(a, b);
    if (a->kind == Kind::kMatrix || b->kind == Kind::kMatrix) return Matrices(a, b);
    if (IsScalar(a) && IsScalar(b)) {
      return CompareScalars(context_, AsCount(a), AsCount(b));
    }
    if (IsCollection(a) || IsCollection(b)) return Collections(a, b);
    if (a->kind == Kind::kBracket && b->kind == Kind::kBracket) return Brackets(a, b);
    return RealSets(a, b);
  }

 private:
  const Node* Prepare(const Node* node) {
    node = SimplifyChain(context_, node);
    // \left\{ before the rows of a system opens no set.
    if (node->kind == Kind::kSet && node->kids.size() == 1 &&
        node->kids[0]->kind == Kind::kMatrix) {
      node = node->kids[0];
    }
    while (node->kind == Kind::kUnit && !IsScalar(node->kids[0])) node = node->kids[0];
    if (node->kind == Kind::kList) node = Regroup(node);
    return EvaluateMatrices(context_, node);
  }

  // Values by name on both sides, or numbered roots against values without names.
  std::optional<Tri> Named(const Node* a, const Node* b) {
    const NamedValues left = ReadNamedValues(a);
    const NamedValues right = ReadNamedValues(b);
    if (left.empty() && right.empty()) return std::nullopt;
    const auto values = [](const NamedValues& named) {
      Nodes nodes;
      for (const auto& each : named) nodes.push_back(each.second);
      return nodes;
    };
    if (!left.empty() && !right.empty()) {
      const Nodes reordered = InOrderOf(left, right);
      if (reordered.empty()) return context_->No("tuple_order", Reason::kVariablesDiffer);
      return InOrder(values(left), reordered, "tuple_order");
    }
    const NamedValues& named = left.empty() ? right : left;
    const Node* other = left.empty() ? a : b;
    if (!AreIndexed(named) || !IsCollection(other)) return std::nullopt;
    Nodes elements;
    for (const Node* kid : Elements(other)) {
      const Node* assigned = AssignedValue(context_, kid);
      elements.push_back(assigned != nullptr ? assigned : kid);
    }
    const Repeats repeats = Repeats::kCount;
    return left.empty() ? MatchSets(elements, values(right), repeats)
                        : MatchSets(values(left), elements, repeats);
  }

  static bool IsTimeOfDay(const Node* node) {
    return node->kind == Kind::kUnit && node->kids[0]->kind == Kind::kRatio &&
           (node->name == "am" || node->name == "pm");
  }
  // {x | x = 2k, k in Z} and {2k | k in Z} are x = 2k and 2k, k in Z.
  const Node* WithoutBuilder(const Node* node) {
    if (node->kind != Kind::kSetBuilder || node->flag || node->kids.size() < 2) return node;
    const Node* head = node->kids[0];
    const bool assigned = head->kind == Kind::kSymbol && node->kids[1]->kind == Kind::kRelation &&
                          node->kids[1]->name == "=" &&
                          node->kids[1]->kids[0]->kind == Kind::kSymbol &&
                          node->kids[1]->kids[0]->name == head->name;
    const size_t first = assigned ? 2 : 1;
    if ((!assigned && (head->kind == Kind::kSymbol || !IsScalar(head))) ||
        first == node->kids.size()) {
      return node;
    }
    Nodes kids = {assigned ? node->kids[1] : head};
    for (size_t i = first; i < node->kids.size(); ++i) {
      const Node* condition = node->kids[i];
      const bool whole = condition->kind == Kind::kRelation && condition->name.size() == 1 &&
                         condition->name[0] == kOpIn;
      if (!whole) return node;
      kids.push_back(condition);
    }
    return context_->arena->Many(Kind::kConditional, std::move(kids));
  }
  // R, in plain text, for the real numbers.
  static bool IsPlainNameOf(const Node* symbol, const Node* set) {
    return symbol->kind == Kind::kSymbol && set->kind == Kind::kNumberSet &&
           symbol->name == set->name &&
           std::string_view("RQZNC").find(set->name) != std::string_view::npos;
  }
  static bool IsClock(const Node* node) {
    while (node->kind == Kind::kUnit) node = node->kids[0];
    return node->kind == Kind::kRatio && node->flag;
  }
  static bool IsNamedPoint(const Node* node) {
    return node->kind == Kind::kCall && node->name.size() == 1 && node->kids.size() > 1 &&
           node->name[0] >= 'A' && node->name[0] <= 'Z';
  }
  // C(7, 3) beside a value counts selections.
  const Node* AsCount(const Node* node) {
    const bool counts = IsNamedPoint(node) && node->name == "C" && node->kids.size() == 2;
    return counts ? context_->arena->Call("binom", node->kids) : node;
  }
  const Node* Coordinates(const Node* point) {
    Node* bracket = context_->arena->New(Kind::kBracket);
    bracket->open = '(';
    bracket->close = ')';
    bracket->kids = point->kids;
    return bracket;
  }

  // The name a relation assigns to, or empty.
  std::string AssignedName(const Node* node) {
    node = SimplifyChain(context_, node);
    if (AssignedValue(context_, node) == nullptr || node->kids[0]->kind != Kind::kSymbol) return "";
    return node->kids[0]->name;
  }

  // p=5, q=2, p=7, q=2 is two assignments of (p, q).
  const Node* Regroup(const Node* list) {
    Nodes groups;
    Nodes group;
    std::vector<std::string> names;
    bool repeated = false;
    for (const Node* kid : list->kids) {
      const std::string name = AssignedName(kid);
      if (name.empty()) return list;
      if (std::find(names.begin(), names.end(), name) != names.end()) {
        repeated = true;
        groups.push_back(context_->arena->Many(Kind::kList, group));
        group.clear();
        names.clear();
      }
      names.push_back(name);
      group.push_back(kid);
    }
    groups.push_back(context_->arena->Many(Kind::kList, group));
    const bool pairs = std::all_of(groups.begin(), groups.end(), [&](const Node* each) {
      return each->kids.size() == groups[0]->kids.size() && each->kids.size() > 1;
    });
    return repeated && pairs ? context_->arena->Many(Kind::kList, groups) : list;
  }

  // Elements of a set or list, with both values of a plus-minus.
  Nodes Elements(const Node* node) {
    Nodes elements;
    const Nodes source = IsCollection(node) ? node->kids : Nodes{node};
    for (const Node* kid : source) {
      if (HasPlusMinus(kid) && kid->kind != Kind::kList) {
        elements.push_back(ChooseSign(context_, kid, true));
        elements.push_back(ChooseSign(context_, kid, false));
      } else {
        elements.push_back(kid);
      }
    }
    return elements;
  }

  Tri PlusMinus(const Node* a, const Node* b) {
    // x = \pm 3 and x < \pm 3 alike: the value or the two relations form a set.
    const auto value = [&](const Node* node) {
      const Node* assigned = AssignedValue(context_, node);
      return assigned != nullptr ? assigned : node;
    };
    return MatchSets(Elements(value(a)), Elements(value(b)), Repeats::kDrop);
  }

  Nodes Distinct(const Nodes& elements) {
    Nodes distinct;
    std::vector<std::string> seen;
    for (const Node* element : elements) {
      std::string text = Render(element, 4096);
      if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
      seen.push_back(std::move(text));
      distinct.push_back(element);
    }
    return distinct;
  }

  // Removes elements equal to an earlier one, as {1, 2/2} has one element.
  Nodes DistinctByValue(const Nodes& elements) {
    Nodes distinct;
    for (const Node* element : elements) {
      const bool repeated = std::any_of(distinct.begin(), distinct.end(), [&](const Node* other) {
        return IsScalar(other) && IsScalar(element) &&
               CompareValues(context_, other, element) == Tri::kYes;
      });
      if (!repeated) distinct.push_back(element);
    }
    return distinct;
  }

  // Whether an element written twice counts twice: in a list of roots it does, in a set not.
  enum class Repeats { kCount, kDrop };

  // A perfect matching between equal elements, whatever their order.
  Tri MatchSets(Nodes a, Nodes b, Repeats repeats) {
    if (repeats == Repeats::kDrop) {
      a = Distinct(a);
      b = Distinct(b);
    }
    if (a.size() > kMaxElements || b.size() > kMaxElements) {
      return context_->Unknown(Reason::kTooManyElements);
    }
    if (repeats == Repeats::kDrop && a.size() != b.size() && a.size() + b.size() <= 40) {
      a = DistinctByValue(a);
      b = DistinctByValue(b);
    }
    if (context_->budget->spent()) return context_->Unknown(Reason::kBudgetSpent);
    if (a.size() != b.size()) return context_->No("set_matching", Reason::kCountDiffers);
    const size_t n = a.size();
    std::vector<int8_t> known(n * n, -1);
    bool unknown = false;
    const auto equal = [&](size_t i, size_t j) {
      int8_t& cell = known[i * n + j];
      if (cell < 0) {
        const Tri same = Compare(a[i], b[j]);
        unknown = unknown || same == Tri::kUnknown;
        cell = same == Tri::kYes ? 1 : 0;
      }
      return cell == 1;
    };
    std::vector<size_t> partner(n, n);  // of b
    for (size_t i = 0; i < n; ++i) {
      std::vector<bool> visited(n, false);
      const std::function<bool(size_t)> augment = [&](size_t from) {
        // The same position first: most lists are in the same order.
        for (size_t step = 0; step < n; ++step) {
          const size_t j = (from + step) % n;
          if (visited[j] || !equal(from, j)) continue;
          visited[j] = true;
          if (partner[j] == n || augment(partner[j])) {
            partner[j] = from;
            return true;
          }
        }
        return false;
      };
      if (!augment(i)) {
        if (unknown) return context_->Unknown(Reason::kElementUndecided);
        return context_->No("set_matching", Reason::kElementsDiffer);
      }
    }
    return context_->Yes("set_matching");
  }

  Tri InOrder(const Nodes& a, const Nodes& b, const char* rule) {
    if (a.size() != b.size()) return context_->No(rule, Reason::kCountDiffers);
    Tri all = Tri::kYes;
    for (size_t i = 0; i < a.size(); ++i) {
      const Tri same = Compare(a[i], b[i]);
      if (same == Tri::kNo) return context_->No(rule, Reason::kElementsDiffer);
      if (same == Tri::kUnknown) all = same;
    }
    if (all == Tri::kUnknown) return context_->Unknown(Reason::kElementUndecided);
    return context_->Yes(rule);
  }

  bool AllAssignments(const Nodes& nodes) {
    return nodes.size() > 1 && std::all_of(nodes.begin(), nodes.end(), [&](const Node* node) {
             return !AssignedName(node).empty();
           });
  }
  static bool NoRelations(const Nodes& nodes) {
    return std::none_of(nodes.begin(), nodes.end(), [](const Node* node) {
      return node->kind == Kind::kRelation || node->kind == Kind::kList;
    });
  }

  // "p and q" against "p or q", and the same of inequalities in several variables.
  bool JoinedOtherwise(const Node* a, const Node* b) {
    if (a->kind != Kind::kList || b->kind != Kind::kList || a->flag == b->flag) return false;
    if ((a->flag ? b : a)->name != "and") return false;  // a comma may mean either
    const auto symbols = [](const Node* list) {
      return std::all_of(list->kids.begin(), list->kids.end(),
                         [](const Node* kid) { return kid->kind == Kind::kSymbol; });
    };
    const auto bounds = [](const Node* list) {
      std::string name;
      bool several = false;
      for (const Node* kid : list->kids) {
        if (kid->kind != Kind::kRelation || kid->name == "=") return false;
        Any(kid, [&](const Node& node) {
          if (node.kind != Kind::kSymbol) return false;
          several = several || (!name.empty() && name != node.name);
          name = node.name;
          return false;
        });
      }
      return several;
    };
    return (symbols(a) && symbols(b)) || (bounds(a) && bounds(b));
  }

  // Sets and bare lists against each other, against tuples and against single values.
  Tri Collections(const Node* a, const Node* b) {
    if (JoinedOtherwise(a, b)) return context_->No("structure", Reason::kKindsDiffer);
    if (IsRealSetKind(a) && IsRealSetKind(b)) {
      const Tri sets = RealSets(a, b);
      if (sets != Tri::kUnknown) return sets;
    }
    const auto operation = [](const Node* node) {
      return node->kind == Kind::kUnion || node->kind == Kind::kIntersect ||
             node->kind == Kind::kSetMinus;
    };
    // (1, 2), (3, 4) beside a union is one.
    const auto joined = [&](const Node* node) -> const Node* {
      const bool intervals = node->kind == Kind::kList &&
                             std::all_of(node->kids.begin(), node->kids.end(), [](const Node* kid) {
                               return kid->kind == Kind::kBracket && kid->kids.size() == 2;
                             });
      return intervals ? context_->arena->Many(Kind::kUnion, node->kids) : node;
    };
    if (a->kind == Kind::kUnion) b = joined(b);
    if (b->kind == Kind::kUnion) a = joined(a);
    if (operation(a) || operation(b)) {  // {1} and {2} together are {1, 2}
      const Tri sets = RealSets(a, b);
      if (sets != Tri::kUnknown) return sets;
    }
    const Nodes left = Elements(a);
    const Nodes right = Elements(b);
    const bool tuple = a->kind == Kind::kBracket || b->kind == Kind::kBracket;
    if (tuple) {
      const Node* other = a->kind == Kind::kBracket ? b : a;
      const Node* bracket = a->kind == Kind::kBracket ? a : b;
      const bool one = other->kids.size() == 1;
      if (other->kind == Kind::kSet && !one) return context_->No("structure", Reason::kKindsDiffer);
      // [0, 1) is no pair, and x = 1 or x = 2 is none.
      const bool half_open =
          (bracket->open == '(') != (bracket->close == ')') && bracket->open != '<';
      if (other->kind == Kind::kList && (half_open || other->flag)) {
        return context_->No("structure", Reason::kKindsDiffer);
      }
      if (other->kind == Kind::kList && other->kids.size() == bracket->kids.size()) {
        return InOrder(a->kids, b->kids, "tuple_order");
      }
    }
    // x = 1, y = 2 against 1, 2: the names fix an order.
    const bool left_named = AllAssignments(left);
    const bool right_named = AllAssignments(right);
    if ((left_named && NoRelations(right)) || (right_named && NoRelations(left))) {
      if (DistinctNames(left_named ? left : right)) return InOrder(left, right, "tuple_order");
    }
    const bool both_lists = a->kind == Kind::kList && b->kind == Kind::kList;
    if (both_lists && !context_->options.bare_list_is_set) {
      return InOrder(left, right, "tuple_order");
    }
    // "0.5 or 1/2" names one value twice; so may braces.
    const auto drops = [](const Node* node) {
      return node->kind == Kind::kSet || (node->kind == Kind::kList && node->flag);
    };
    return MatchSets(left, right, drops(a) || drops(b) ? Repeats::kDrop : Repeats::kCount);
  }

  bool DistinctNames(const Nodes& nodes) {
    std::vector<std::string> names;
    for (const Node* node : nodes) names.push_back(AssignedName(node));
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
  }

  Tri Brackets(const Node* a, const Node* b) {
    if (a->kids.size() != b->kids.size()) return context_->No("tuple_order", Reason::kCountDiffers);
    const auto round = [](char c) { return c == '(' || c == ')' || c == '<' || c == '>'; };
    const bool ends_differ = round(a->open) != round(b->open) || round(a->close) != round(b->close);
    if (a->kids.size() == 2 && ends_differ)
      return context_->No("interval", Reason::kEndpointsDiffer);
    return InOrder(a->kids, b->kids, "tuple_order");
  }

  Tri Relations(const Node* a, const Node* b) {
    if (IsEqualityChain(a) || IsEqualityChain(b)) return EqualityChains(a, b);
    if (a->kind == Kind::kRelation && b->kind == Kind::kRelation) {
      return CompareRelations(context_, a, b);
    }
    const bool gold_relation = a->kind == Kind::kRelation;
    const Node* relation = gold_relation ? a : b;
    const Node* other = gold_relation ? b : a;
    // (x, y) = (1, 2) against y = 2, x = 1
    if (other->kind == Kind::kList && AllAssignments(other->kids)) {
      if (const Node* named = SplitTuple(context_, relation)) {
        return gold_relation ? Collections(named, b) : Collections(a, named);
      }
    }
    if (const Node* value = AssignedValue(context_, relation)) {
      return gold_relation ? Compare(value, other) : Compare(other, value);
    }
    if (const Node* value = gold_relation ? nullptr : StatedValue(relation, other)) {
      return Compare(other, value);
    }
    if (IsCollection(other)) {
      const Nodes elements = Elements(other);
      if (elements.size() == 1) {
        return gold_relation ? Compare(a, elements[0]) : Compare(elements[0], b);
      }
      if (relation->name == "=") return context_->No("structure", Reason::kKindsDiffer);
      return RealSets(a, b);
    }
    // An equation is not the set of its solutions.
    const bool equation = relation->name.find_first_not_of('=') == std::string::npos;
    if (equation || IsScalar(other)) return context_->No("structure", Reason::kKindsDiffer);
    return RealSets(a, b);
  }

  // x = y = 3 states as much as x = 3, y = 3, and more than x = 3.
  Tri EqualityChains(const Node* a, const Node* b) {
    if (IsEqualityChain(a) && IsEqualityChain(b)) {
      const Tri members = MatchSets(a->kids, b->kids, Repeats::kCount);
      if (members != Tri::kNo) return members;
    }
    const auto split = [&](const Node* node) -> const Node* {
      if (!IsEqualityChain(node)) return node;
      Nodes equations;
      for (size_t i = 0; i + 1 < node->kids.size(); ++i) {
        Node* equation = context_->arena->New(Kind::kRelation);
        equation->kids = {node->kids[i], node->kids.back()};
        equation->name = "=";
        equations.push_back(equation);
      }
      return context_->arena->Many(Kind::kList, std::move(equations));
    };
    return MatchSets(Elements(split(a)), Elements(split(b)), Repeats::kCount);
  }

  Tri RealSets(const Node* a, const Node* b) {
    const auto plain_set = [](const Node* node) {
      return node->kind == Kind::kNumberSet && node->name.size() == 1;
    };
    if (plain_set(a) && plain_set(b) && a->name != b->name) {
      return context_->No("structure", Reason::kElementsDiffer);
    }
    const bool relation = a->kind == Kind::kRelation || b->kind == Kind::kRelation;
    if (relation && !context_->options.relation_is_interval) {
      return context_->No("structure", Reason::kKindsDiffer);
    }
    const auto left = ToRealSet(context_, a);
    const auto right = left ? ToRealSet(context_, b) : std::nullopt;
    if (left && right) {
      if (!left->variable.empty() && !right->variable.empty() &&
          left->variable != right->variable) {
        return context_->No("inequality", Reason::kVariablesDiffer);
      }
      return CompareRealSets(context_, *left, *right);
    }
    if (context_->budget->spent()) return context_->Unknown(Reason::kBudgetSpent);
    // Numbers of different kinds, and whole numbers against intervals.
    if (a->kind == Kind::kNumberSet && b->kind == Kind::kNumberSet) {
      return context_->No("structure", Reason::kKindsDiffer);
    }
    if ((a->kind == Kind::kNumberSet && ToRealSet(context_, b)) ||
        (b->kind == Kind::kNumberSet && left)) {
      return context_->No("structure", Reason::kKindsDiffer);
    }
    if (a->kind == b->kind && (a->kind == Kind::kUnion || a->kind == Kind::kIntersect)) {
      return MatchSets(a->kids, b->kids, Repeats::kDrop);
    }
    if (a->kind == b->kind && !a->kids.empty()) return InOrder(a->kids, b->kids, "structure");
    if (IsRealSetKind(a) && IsRealSetKind(b)) return context_->Unknown(Reason::kSetsNotComparable);
    return context_->No("structure", Reason::kKindsDiffer);
  }

  const Node* AsCongruence(const Node* node) {
    if (node->kind == Kind::kCongruence) return node;
    if (node->kind != Kind::kCall || node->name != "mod" || node->kids.size() != 2) return nullptr;
    return context_->arena->Many(Kind::kCongruence,
                                 {context_->arena->Symbol(""), node->kids[0], node->kids[1]});
  }

  Tri Congruences(const Node* a, const Node* b) {
    if (a->kind != b->kind) {  // x = 3 (mod 7) against 3, or against 3 mod 7
      if (const Node* left = AsCongruence(a), *right = AsCongruence(b);
          left != nullptr && right != nullptr) {
        return Congruences(left, right);
      }
      const Node* congruence = a->kind == Kind::kCongruence ? a : b;
      const Node* other = a->kind == Kind::kCongruence ? b : a;
      if (!IsScalar(other)) return context_->No("congruence", Reason::kKindsDiffer);
      return CompareScalars(context_, a->kind == Kind::kCongruence ? congruence->kids[1] : other,
                            a->kind == Kind::kCongruence ? other : congruence->kids[1]);
    }
    const Tri modulus = CompareScalars(context_, a->kids[2], b->kids[2]);
    if (modulus != Tri::kYes) return modulus;
    const auto unnamed = [](const Node* node) {
      return node->kids[0]->kind == Kind::kSymbol && node->kids[0]->name.empty();
    };
    if (!unnamed(a) && !unnamed(b)) {
      const Tri name = CompareScalars(context_, a->kids[0], b->kids[0]);
      if (name != Tri::kYes) return name;
    }
    Fmpq left;
    Fmpq right;
    Fmpq by;
    if (EvalRational(a->kids[1], context_->budget, &left) == Exact::kValue &&
        EvalRational(b->kids[1], context_->budget, &right) == Exact::kValue &&
        EvalRational(a->kids[2], context_->budget, &by) == Exact::kValue && !by.is_zero()) {
      fmpq_sub(left, left, right);
      fmpq_div(left, left, by);
      if (left.is_integer()) return context_->Yes("congruence");
      return context_->No("congruence", Reason::kResiduesDiffer);
    }
    return CompareScalars(context_, a->kids[1], b->kids[1]);
  }

  Tri Ratios(const Node* a, const Node* b) {
    if (a->kind == b->kind) {
      if (a->kids.size() != b->kids.size()) return context_->No("ratio", Reason::kCountDiffers);
      if (a->flag && b->flag) return InOrder(a->kids, b->kids, "clock_time");
      // "3 to 4" may be a range as well as a ratio.
      if (a->name == "to" && b->name == "to") return InOrder(a->kids, b->kids, "ratio");
      Tri all = Tri::kYes;
      for (size_t i = 1; i < a->kids.size() && all == Tri::kYes; ++i) {  // cross products
        all = CompareScalars(context_, context_->arena->Binary(Kind::kMul, a->kids[0], b->kids[i]),
                             context_->arena->Binary(Kind::kMul, a->kids[i], b->kids[0]));
      }
      return all == Tri::kYes ? context_->Yes("ratio") : all;
    }
    const Node* ratio = a->kind == Kind::kRatio ? a : b;
    const Node* other = a->kind == Kind::kRatio ? b : a;
    if (ratio->kids.size() != 2 || !IsScalar(other))
      return context_->No("ratio", Reason::kKindsDiffer);
    const Node* quotient = context_->arena->Binary(Kind::kDiv, ratio->kids[0], ratio->kids[1]);
    return a->kind == Kind::kRatio ? CompareScalars(context_, quotient, other)
                                   : CompareScalars(context_, other, quotient);
  }

  // The rows of a system or of a function by cases, whose order says nothing.
  static bool HoldRelations(const Node* matrix) {
    if (matrix->cols < 1 || matrix->cols > 2) return false;
    const auto columns = static_cast<size_t>(matrix->cols);
    for (size_t i = columns - 1; i < matrix->kids.size(); i += columns) {
      const Node* last = matrix->kids[i];
      const bool otherwise = last->kind == Kind::kSymbol && last->name == "otherwise";
      if (last->kind != Kind::kRelation && !otherwise) return false;
    }
    return true;
  }
  Nodes Rows(const Node* matrix) {
    if (matrix->cols == 1) return matrix->kids;
    Nodes rows;
    for (size_t i = 0; i + 1 < matrix->kids.size(); i += 2) {
      Node* row = context_->arena->New(Kind::kBracket);
      row->open = '<';
      row->close = '>';
      row->kids = {matrix->kids[i], matrix->kids[i + 1]};
      rows.push_back(row);
    }
    return rows;
  }

  Tri Matrices(const Node* a, const Node* b) {
    if (a->kind == Kind::kMatrix && b->kind == Kind::kMatrix) {
      const bool same_shape = a->rows == b->rows && a->cols == b->cols;
      const bool transposed_vector = (a->rows == 1 || a->cols == 1) && a->rows == b->cols &&
                                     a->cols == b->rows && context_->options.vector_is_tuple;
      if (!same_shape && !transposed_vector) return context_->No("matrix", Reason::kShapeDiffers);
      if (HoldRelations(a) && HoldRelations(b)) return MatchSets(Rows(a), Rows(b), Repeats::kDrop);
      return InOrder(a->kids, b->kids, "matrix");
    }
    const Node* matrix = a->kind == Kind::kMatrix ? a : b;
    const Node* other = a->kind == Kind::kMatrix ? b : a;
    if (matrix->kids.size() == 1 && IsScalar(other)) {
      return InOrder(a->kind == Kind::kMatrix ? a->kids : Nodes{a},
                     b->kind == Kind::kMatrix ? b->kids : Nodes{b}, "matrix");
    }
    const bool vector = matrix->rows == 1 || matrix->cols == 1;
    const bool tuple = other->kind == Kind::kBracket || other->kind == Kind::kList;
    if (vector && tuple && context_->options.vector_is_tuple) {
      return InOrder(a->kids, b->kids, "vector");
    }
    return context_->No("matrix", Reason::kKindsDiffer);
  }

  Context* context_;
};

}  // namespace

Tri CompareNodes(Context* context, const Node* a, const Node* b) {
  return Comparer(context).Compare(a, b);
}

Tri CompareRoots(Context* context, const Node* a, const Node* b) {
  a = WithClosedForms(context->arena, context->budget, a);
  b = WithClosedForms(context->arena, context->budget, b);
  return CompareNodes(context, a, b);
}

bool IsClear(Context* context, const Node* gold, Reason open) {
  const bool as_set = open == Reason::kSetsNotComparable ||
                      open == Reason::kRelationNotComparable ||
                      open == Reason::kInequalityNotComparable;
  // A pair such as (3, 2) is clear without being an interval, and so is a list of values.
  const bool values = gold->kind == Kind::kBracket || gold->kind == Kind::kSet ||
                      (gold->kind == Kind::kList && !Any(gold, [](const Node& node) {
                         return node.kind == Kind::kRelation &&
                                node.name.find_first_of("<>lg") != std::string::npos;
                       }));
  if (as_set && IsRealSetKind(gold) && !values) return ToRealSet(context, gold).has_value();
  context->by_value_only = true;
  const Tri same = CompareNodes(context, gold, gold);
  context->by_value_only = false;
  return same == Tri::kYes;
}

}  // namespace assay::math
