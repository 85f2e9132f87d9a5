// Decides equality of whole answers by their structure: sets by matching, tuples by order,
// intervals, relations, matrices, ratios; scalars go to CompareScalars. `a` is the gold side.
// Not thread-safe; one Context per comparison.
#pragma once

#include <optional>
#include <vector>

#include "math/decide/scalar.h"

namespace assay::math {

Tri CompareNodes(Context* context, const Node* a, const Node* b);
// As CompareNodes, for two whole answers: integrals are evaluated first.
Tri CompareRoots(Context* context, const Node* a, const Node* b);

// compare_relation.cc: equations, inequalities, assignments.
Tri CompareRelations(Context* context, const Node* a, const Node* b);
// The value of "x = 5", "f(x) = x + 1", "(p, q) = (3, 2)", "x \in S"; null for a real equation.
const Node* AssignedValue(Context* context, const Node* relation);
// The value of "m + n = 113" as an answer to a gold that is a value: an expression equals it.
const Node* StatedValue(const Node* relation, const Node* gold);
// Answers with conditions: "2n + 1, n \ge 1". The gold's may stay unsaid; the answer's must be the
// gold's or no restriction worth the name.
Tri CompareConditional(Context* context, const Node* a, const Node* b);
// Drops what only repeats: "x = 1 + 2 = 3" is "x = 3", "A \approx 0.58" is A.
const Node* SimplifyChain(Context* context, const Node* node);
// Three or more members that say different things: x = y = 3, as opposed to S = \pi r^2 = 9\pi,
// which only derives one value and is simplified.
bool IsEqualityChain(const Node* node);
// 35 + 71 = 105, x = 4 = 5: no member before the last has its value.
bool Contradicts(Context* context, const Node* node);
// (x, y) = (1, 2) as the list x = 1, y = 2; null for anything else.
const Node* SplitTuple(Context* context, const Node* relation);
// A symbol, f(x), AB/CD, \angle ABC: what an answer may put before "=" without saying more.
bool IsQuantityName(const Node* node);

// Whether the gold can be judged: put to the same rules against itself, without looking at its
// text, it comes out equal. What can't be decided about a clear gold is the answer's fault.
bool IsClear(Context* context, const Node* gold, Reason open);

// matrix.cc: sums, products and multiples of matrices; `node` itself when there is none.
const Node* EvaluateMatrices(Context* context, const Node* node);

// expand.cc
bool HasPlusMinus(const Node* node);
const Node* ChooseSign(Context* context, const Node* node, bool upper);

// A union of disjoint intervals in increasing order; points are closed intervals of length 0.
struct RealSet {
  struct Piece {
    const Node* low;
    const Node* high;
    bool low_closed;
    bool high_closed;
  };
  std::vector<Piece> pieces;
  std::string variable;  // of the inequality it came from
};
// real_set.cc: intervals, unions, differences, inequalities in one variable, set-builders.
std::optional<RealSet> ToRealSet(Context* context, const Node* node);
Tri CompareRealSets(Context* context, const RealSet& a, const RealSet& b);

}  // namespace assay::math
