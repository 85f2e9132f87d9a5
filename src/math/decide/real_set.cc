// Subsets of the real line as unions of intervals with constant endpoints.
#include <algorithm>
#include <string>

#include "math/decide/compare.h"
#include "math/decide/polynomial.h"

namespace assay::math {
namespace {

using Piece = RealSet::Piece;
constexpr size_t kMaxPieces = 64;

class SetBuilder {
 public:
  explicit SetBuilder(Context* context) : context_(context), arena_(context->arena) {}

  std::optional<RealSet> Build(const Node* node) {
    if (!context_->budget->Charge(20)) return std::nullopt;
    switch (node->kind) {
      case Kind::kUnit: return Build(node->kids[0]);
      case Kind::kEmptySet: return RealSet();
      case Kind::kNumberSet: return Reals(node->name);
      case Kind::kBracket: return Interval(node);
      case Kind::kSet: return Points(node->kids);
      case Kind::kUnion: {
        RealSet all;
        for (const Node* kid : node->kids) {
          const auto part = Build(kid);
          if (!part) return std::nullopt;
          all.pieces.insert(all.pieces.end(), part->pieces.begin(), part->pieces.end());
        }
        return Normal(std::move(all));
      }
      case Kind::kIntersect: {
        std::optional<RealSet> all = Build(node->kids[0]);
        for (size_t i = 1; i < node->kids.size() && all; ++i) {
          const auto part = Build(node->kids[i]);
          if (!part) return std::nullopt;
          all = Intersect(*all, *part);
        }
        return all;
      }
      case Kind::kSetMinus: {
        const auto from = Build(node->kids[0]);
        const auto without = Build(node->kids[1]);
        if (!from || !without) return std::nullopt;
        const auto rest = Complement(*without);
        if (!rest) return std::nullopt;
        return Intersect(*from, *rest);
      }
      case Kind::kSetBuilder: {
        auto set = Conditions(node->kids, 1, node->flag);
        if (set) set->variable.clear();  // {t | t > 2} names no t
        return set;
      }
      case Kind::kList: return Conditions(node->kids, 0, node->flag);
      case Kind::kRelation: return Relation(node);
      default: return std::nullopt;
    }
  }

  std::optional<RealSet> Intersect(const RealSet& a, const RealSet& b) {
    if (a.pieces.size() * b.pieces.size() > 400) return std::nullopt;
    RealSet result;
    result.variable = a.variable.empty() ? b.variable : a.variable;
    for (const Piece& x : a.pieces) {
      for (const Piece& y : b.pieces) {
        Piece piece = x;
        const int low = Order(x.low, y.low);
        const int high = Order(x.high, y.high);
        if (low == 2 || high == 2) return std::nullopt;
        if (low < 0) piece.low = y.low, piece.low_closed = y.low_closed;
        if (low == 0) piece.low_closed = x.low_closed && y.low_closed;
        if (high > 0) piece.high = y.high, piece.high_closed = y.high_closed;
        if (high == 0) piece.high_closed = x.high_closed && y.high_closed;
        const int order = Order(piece.low, piece.high);
        if (order == 2) return std::nullopt;
        if (order < 0 || (order == 0 && piece.low_closed && piece.high_closed)) {
          result.pieces.push_back(piece);
        }
      }
    }
    return Normal(std::move(result));
  }

 private:
  int Order(const Node* a, const Node* b) { return OrderConstants(context_, a, b); }
  const Node* Infinity(bool negative) {
    const Node* infinity = arena_->Constant("oo");
    return negative ? arena_->Unary(Kind::kNeg, infinity) : infinity;
  }
  RealSet One(const Node* low, bool low_closed, const Node* high, bool high_closed) {
    RealSet set;
    set.pieces.push_back(
        {low, high, low_closed && !IsInfinity(low), high_closed && !IsInfinity(high)});
    return set;
  }

  std::optional<RealSet> Reals(const std::string& name) {
    if (name == "R") return One(Infinity(true), false, Infinity(false), false);
    if (name == "R^+") return One(arena_->Integer(0), false, Infinity(false), false);
    if (name == "R^-") return One(Infinity(true), false, arena_->Integer(0), false);
    return std::nullopt;
  }

  std::optional<RealSet> Interval(const Node* node) {
    if (node->kids.size() != 2 || node->open == '<') return std::nullopt;
    for (const Node* kid : node->kids) {
      if (!IsScalar(kid) || HasSymbol(kid)) return std::nullopt;
    }
    const int order = Order(node->kids[0], node->kids[1]);
    const bool closed = node->open == '[' && node->close == ']';
    if (order > 0 || (order == 0 && !closed)) return std::nullopt;
    return One(node->kids[0], node->open == '[', node->kids[1], node->close == ']');
  }

  std::optional<RealSet> Points(const std::vector<const Node*>& points) {
    RealSet set;
    for (const Node* point : points) {
      if (HasPlusMinus(point)) {
        for (bool upper : {true, false}) {
          const Node* value = ChooseSign(context_, point, upper);
          set.pieces.push_back({value, value, true, true});
        }
        continue;
      }
      set.pieces.push_back({point, point, true, true});
    }
    for (const Piece& piece : set.pieces) {
      if (!IsScalar(piece.low) || HasSymbol(piece.low) || IsInfinity(piece.low))
        return std::nullopt;
    }
    return Normal(std::move(set));
  }

  // Sorts the pieces and joins those that touch.
  std::optional<RealSet> Normal(RealSet set) {
    if (set.pieces.size() > kMaxPieces) return std::nullopt;
    // Insertion sort: the order may be unknown, which std::sort cannot express.
    for (size_t i = 1; i < set.pieces.size(); ++i) {
      for (size_t j = i; j > 0; --j) {
        const int order = Order(set.pieces[j].low, set.pieces[j - 1].low);
        if (order == 2) return std::nullopt;
        const bool before =
            order < 0 || (order == 0 && set.pieces[j].low_closed && !set.pieces[j - 1].low_closed);
        if (!before) break;
        std::swap(set.pieces[j], set.pieces[j - 1]);
      }
    }
    RealSet result;
    result.variable = set.variable;
    for (const Piece& piece : set.pieces) {
      if (!result.pieces.empty()) {
        Piece& last = result.pieces.back();
        const int touch = Order(piece.low, last.high);
        if (touch == 2) return std::nullopt;
        if (touch < 0 || (touch == 0 && (piece.low_closed || last.high_closed))) {
          const int end = Order(piece.high, last.high);
          if (end == 2) return std::nullopt;
          if (end > 0) last.high = piece.high, last.high_closed = piece.high_closed;
          if (end == 0) last.high_closed = last.high_closed || piece.high_closed;
          continue;
        }
      }
      result.pieces.push_back(piece);
    }
    return result;
  }

  std::optional<RealSet> Complement(const RealSet& set) {
    RealSet result;
    result.variable = set.variable;
    const Node* low = Infinity(true);
    bool low_closed = false;
    for (const Piece& piece : set.pieces) {
      const int order = Order(low, piece.low);
      if (order == 2) return std::nullopt;
      if (order < 0 || (order == 0 && low_closed && !piece.low_closed)) {
        result.pieces.push_back({low, piece.low, low_closed, !piece.low_closed});
      }
      low = piece.high;
      low_closed = !piece.high_closed;
    }
    if (!(IsInfinity(low) && low->kind != Kind::kNeg)) {
      result.pieces.push_back({low, Infinity(false), low_closed, false});
    }
    return result;
  }

  std::optional<RealSet> Conditions(const std::vector<const Node*>& parts, size_t first,
                                    bool either) {
    std::vector<RealSet> sets;
    std::string variable;
    if (first == 1) {  // {x \in R | …}
      const Node* head = parts[0];
      if (head->kind == Kind::kRelation) {
        const auto set = Relation(head);
        if (!set) return std::nullopt;
        sets.push_back(*set);
        variable = set->variable;
      } else if (head->kind == Kind::kSymbol) {
        variable = head->name;
      } else {
        return std::nullopt;
      }
    }
    const size_t fixed = sets.size();
    for (size_t i = first; i < parts.size(); ++i) {
      if (parts[i]->kind != Kind::kRelation) return std::nullopt;
      const auto set = Relation(parts[i]);
      if (!set || set->variable.empty()) return std::nullopt;
      if (!variable.empty() && set->variable != variable) return std::nullopt;
      variable = set->variable;
      sets.push_back(*set);
    }
    if (sets.empty()) return std::nullopt;
    std::optional<RealSet> all;
    if (!either) {
      all = sets[0];
      for (size_t i = 1; i < sets.size() && all; ++i) all = Intersect(*all, sets[i]);
      // "x < 1, x > 3" can only have meant "or".
      if (!all || !all->pieces.empty() || fixed != 0) return all;
    }
    RealSet joined;
    for (size_t i = fixed; i < sets.size(); ++i) {
      joined.pieces.insert(joined.pieces.end(), sets[i].pieces.begin(), sets[i].pieces.end());
    }
    joined.variable = variable;
    all = Normal(std::move(joined));
    if (fixed != 0 && all) all = Intersect(*all, sets[0]);
    return all;
  }

  std::optional<RealSet> Relation(const Node* node) {
    std::optional<RealSet> all;
    std::string variable;
    for (size_t i = 0; i < node->name.size(); ++i) {
      std::string name;
      const auto set = Step(node->kids[i], node->name[i], node->kids[i + 1], &name);
      if (!set) return std::nullopt;
      if (!variable.empty() && !name.empty() && variable != name) return std::nullopt;
      if (variable.empty()) variable = name;
      all = all ? Intersect(*all, *set) : set;
      if (!all) return std::nullopt;
    }
    if (all) all->variable = variable;
    return all;
  }

  std::optional<RealSet> Step(const Node* left, char op, const Node* right, std::string* name) {
    if (op == kOpIn || op == kOpNotIn) {
      if (!IsQuantityName(left)) return std::nullopt;
      *name = Render(left);
      auto set = Build(right);
      if (set && op == kOpNotIn) set = Complement(*set);
      return set;
    }
    if (IsOtherRelation(op) || op == kOpApprox || !IsScalar(left)) return std::nullopt;
    if (op == kOpNotEqual && right->kind != Kind::kSet) {
      const auto points = Step(left, kOpEqual, right, name);
      if (!points) return std::nullopt;
      return Complement(*points);
    }
    if (!IsScalar(right) && right->kind != Kind::kPlusMinus) return std::nullopt;
    if (auto within = Distance(left, op, right, name)) return within;
    if (IsQuantityName(left) && !HasSymbol(right)) {
      *name = Render(left);
      return Bounded(op, right);
    }
    if (IsQuantityName(right) && !HasSymbol(left)) {
      *name = Render(right);
      return Bounded(Flip(op), left);
    }
    return Solve(left, op, right, name);
  }

  // |x - 2| < 3: between -3 and 3. Of a real letter, which z is not.
  std::optional<RealSet> Distance(const Node* left, char op, const Node* right, std::string* name) {
    const auto distance = [](const Node* node) {
      return node->kind == Kind::kCall && node->name == "abs" && node->kids.size() == 1;
    };
    if (distance(right) && !HasSymbol(left)) {
      std::swap(left, right);
      op = Flip(op);
    }
    const bool less = op == kOpLess || op == kOpLessEqual;
    const bool more = op == kOpGreater || op == kOpGreaterEqual;
    if (!distance(left) || !(less || more) || !IsScalar(right) || HasSymbol(right)) {
      return std::nullopt;
    }
    const Node* inner = left->kids[0];
    const bool complex = Any(inner, [](const Node& n) {
      return n.kind == Kind::kSymbol && (n.name == "z" || n.name == "w");
    });
    if (complex || !HasSymbol(inner)) return std::nullopt;
    const auto above = Step(inner, op, right, name);
    const auto below = Step(inner, Flip(op), arena_->Unary(Kind::kNeg, right), name);
    if (!above || !below) return std::nullopt;
    if (less) return Intersect(*above, *below);
    RealSet either = *above;
    either.pieces.insert(either.pieces.end(), below->pieces.begin(), below->pieces.end());
    return Normal(std::move(either));
  }

  static char Flip(char op) {
    switch (op) {
      case kOpLess: return kOpGreater;
      case kOpGreater: return kOpLess;
      case kOpLessEqual: return kOpGreaterEqual;
      case kOpGreaterEqual: return kOpLessEqual;
      default: return op;
    }
  }

  std::optional<RealSet> Bounded(char op, const Node* bound) {
    switch (op) {
      case kOpLess: return One(Infinity(true), false, bound, false);
      case kOpLessEqual: return One(Infinity(true), false, bound, true);
      case kOpGreater: return One(bound, false, Infinity(false), false);
      case kOpGreaterEqual: return One(bound, true, Infinity(false), false);
      case kOpEqual: return Points({bound});
      default: return std::nullopt;
    }
  }

  // One polynomial inequality of degree one or two in one variable.
  std::optional<RealSet> Solve(const Node* left, char op, const Node* right, std::string* name) {
    const Node* difference = arena_->Many(Kind::kAdd, {left, arena_->Unary(Kind::kNeg, right)});
    std::string variable;
    const bool several = Any(difference, [&](const Node& n) {
      if (n.kind != Kind::kSymbol) return false;
      if (variable.empty()) variable = n.name;
      return n.name != variable;
    });
    if (several || variable.empty()) return std::nullopt;
    const auto c = UnivariateCoefficients(difference, variable, 2, context_->budget);
    if (!c) return std::nullopt;
    *name = variable;
    const auto number = [&](const Fmpq& value) -> const Node* {
      char* top = fmpz_get_str(nullptr, 10, value.num());
      char* bottom = fmpz_get_str(nullptr, 10, value.den());
      std::string digits(top);
      const bool negative = digits[0] == '-';
      const Node* node = arena_->Binary(Kind::kDiv, arena_->Integer(digits.substr(negative)),
                                        arena_->Integer(std::string(bottom)));
      flint_free(top);
      flint_free(bottom);
      return negative ? arena_->Unary(Kind::kNeg, node) : node;
    };
    const Fmpq& a = (*c)[2];
    const Fmpq& b = (*c)[1];
    if (a.is_zero()) {
      if (b.is_zero()) return std::nullopt;
      Fmpq root;
      fmpq_div(root, (*c)[0], b);
      fmpq_neg(root, root);
      return Bounded(b.sign() > 0 ? op : Flip(op), number(root));
    }
    Fmpq discriminant;
    Fmpq term;
    fmpq_mul(discriminant, b, b);
    fmpq_mul(term, a, (*c)[0]);
    fmpq_add(term, term, term);
    fmpq_add(term, term, term);
    fmpq_sub(discriminant, discriminant, term);
    const bool outside = a.sign() > 0 ? (op == kOpGreater || op == kOpGreaterEqual)
                                      : (op == kOpLess || op == kOpLessEqual);
    const bool closed = op == kOpLessEqual || op == kOpGreaterEqual;
    if (discriminant.sign() < 0) {
      if (op == kOpEqual || !outside) return RealSet();
      return Reals("R");
    }
    const Node* root = arena_->Binary(Kind::kRoot, arena_->Integer(2), number(discriminant));
    Fmpq minus_b;
    fmpq_neg(minus_b, b);
    Fmpq twice_a;
    fmpq_add(twice_a, a, a);
    const auto solution = [&](bool upper) {
      const bool plus = upper == (a.sign() > 0);
      const Node* top = arena_->Many(
          Kind::kAdd, {number(minus_b), plus ? root : arena_->Unary(Kind::kNeg, root)});
      return arena_->Binary(Kind::kDiv, top, number(twice_a));
    };
    const Node* low = solution(false);
    const Node* high = solution(true);
    if (op == kOpEqual) return Points({low, high});
    RealSet set;
    if (outside) {
      set.pieces = {{Infinity(true), low, false, closed}, {high, Infinity(false), closed, false}};
      return Normal(std::move(set));
    }
    if (discriminant.is_zero() && !closed) return RealSet();
    return One(low, closed, high, closed);
  }

  Context* context_;
  Arena* arena_;
};

}  // namespace

std::optional<RealSet> ToRealSet(Context* context, const Node* node) {
  return SetBuilder(context).Build(node);
}

Tri CompareRealSets(Context* context, const RealSet& a, const RealSet& b) {
  if (a.pieces.size() != b.pieces.size()) return context->No("interval", Reason::kIntervalsDiffer);
  for (size_t i = 0; i < a.pieces.size(); ++i) {
    const Piece& x = a.pieces[i];
    const Piece& y = b.pieces[i];
    if (x.low_closed != y.low_closed || x.high_closed != y.high_closed) {
      return context->No("interval", Reason::kEndpointsDiffer);
    }
    for (const auto& [p, q] : {std::pair{x.low, y.low}, std::pair{x.high, y.high}}) {
      const Tri same = CompareScalars(context, p, q);
      if (same == Tri::kUnknown) return same;
      if (same == Tri::kNo) return context->No("interval", Reason::kIntervalsDiffer);
    }
  }
  return context->Yes("interval");
}

}  // namespace assay::math
