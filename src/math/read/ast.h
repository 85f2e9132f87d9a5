// The syntax tree of an answer. Nodes live in an Arena that owns them; they are immutable once
// built and refer to each other by plain pointers. Not thread-safe; one Arena per comparison.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace assay::math {

enum class Kind : uint8_t {
  kNumber,      // digits * 10^-scale
  kSymbol,      // name
  kConstant,    // name: pi, e, i, oo
  kAdd,         // kids
  kMul,         // kids
  kNeg,         // kids[0]
  kDiv,         // kids[0] / kids[1]
  kPow,         // kids[0] ^ kids[1]
  kRoot,        // kids[0]-th root of kids[1]
  kCall,        // name(kids); names that the evaluator does not know stay opaque
  kPlusMinus,   // kids[0] +- kids[1], or +- kids[0]; flag: minus on top
  kPercent,     // kids[0] %
  kDegree,      // kids[0] degrees of angle
  kUnit,        // kids[0] followed by the unit or annotation `name`
  kBracket,     // kids between `open` and `close`: tuple, vector, interval
  kSet,         // { kids }
  kList,        // kids without brackets; flag: joined by "or"
  kSetBuilder,  // { kids[0] | kids[1…] }
  kUnion,       // kids
  kIntersect,   // kids
  kSetMinus,    // kids[0] \ kids[1]
  kRelation,    // kids[0] name[0] kids[1] name[1] …, see RelationOp; flag: cut before an
                // approximation
  kMatrix,      // rows x cols, by rows; name: pmatrix, cases, …
  kRatio,       // kids[0] : kids[1] [: …]; flag: looks like a clock time
  kCongruence,  // kids[0] = kids[1] modulo kids[2]
  kNumberSet,   // name: R, Q, Z, N, C
  kEmptySet,
  kConditional,  // kids[0], as long as kids[1…] hold: "2n + 1, n \ge 1"
  kText,         // name: normalised words
};

// Characters of Node::name in a kRelation.
enum RelationOp : char {
  kOpEqual = '=',
  kOpLess = '<',
  kOpGreater = '>',
  kOpLessEqual = 'l',
  kOpGreaterEqual = 'g',
  kOpNotEqual = 'n',
  kOpApprox = '~',
  kOpIn = 'i',
  kOpNotIn = 'o',
  kOpOther = '?',  // an arrow
};

// Parallel, perpendicular, subset, similar, …: a letter each (commands.cc), compared as they stand.
inline bool IsOtherRelation(char op) {
  return std::string_view("=<>lgn~io").find(op) == std::string_view::npos;
}

struct Node {
  Kind kind = Kind::kText;
  std::string name;
  std::vector<const Node*> kids;
  int32_t scale = 0;     // kNumber
  bool decimal = false;  // kNumber: written with a decimal point
  bool flag = false;     // see Kind
  char open = 0;
  char close = 0;
  int32_t rows = 0;
  int32_t cols = 0;
};

class Arena {
 public:
  Node* New(Kind kind) {
    nodes_.emplace_back();
    nodes_.back().kind = kind;
    return &nodes_.back();
  }
  const Node* Integer(int64_t value);
  const Node* Integer(std::string digits);
  const Node* Unary(Kind kind, const Node* a);
  const Node* Binary(Kind kind, const Node* a, const Node* b);
  const Node* Call(std::string name, std::vector<const Node*> args);
  const Node* Symbol(std::string name);
  const Node* Constant(std::string name);
  const Node* Many(Kind kind, std::vector<const Node*> kids);
  size_t size() const { return nodes_.size(); }

 private:
  std::deque<Node> nodes_;
};

// Canonical text: operands of sums and products are sorted, so that equal trees read equal.
// Stops growing at `max_bytes`.
std::string Render(const Node* node, size_t max_bytes = 1 << 16);

bool IsInteger(const Node* node);
bool IsInfinity(const Node* node);  // oo or -oo
// Whether any node below (or at) `node` satisfies the predicate.
template <typename Predicate>
bool Any(const Node* node, const Predicate& predicate) {
  if (predicate(*node)) return true;
  for (const Node* kid : node->kids) {
    if (Any(kid, predicate)) return true;
  }
  return false;
}
bool HasSymbol(const Node* node);
bool IsScalar(const Node* node);  // an expression: no set, tuple, relation, text… at the top

}  // namespace assay::math
