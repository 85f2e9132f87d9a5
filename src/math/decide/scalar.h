// Decides whether two expressions are equal: exact rationals, normal forms of rational functions,
// ball arithmetic (separation proves inequality), exact constants (Calcium), several points for
// expressions with variables, and the policies for decimals, percent, degrees and units.
// Not thread-safe; one Context per comparison.
#pragma once

#include <string>

#include "math/decide/numeric.h"
#include "math/decide/tri.h"
#include "math/read/ast.h"
#include "math/read/budget.h"
#include "math/read/verify_options.h"
#include "math/reason/reason.h"

namespace assay::math {

struct Context {
  const VerifyOptions& options;
  Arena* arena;
  Budget* budget;
  // Set by whoever decides last; `reason` only for kNo and kUnknown.
  std::string rule;
  Reason reason = Reason::kNone;
  // Two equal texts are compared like any other pair: shows whether a text can be judged at all.
  bool by_value_only = false;

  Tri Yes(const char* why) {
    rule = why;
    return Tri::kYes;
  }
  Tri No(const char* by, Reason why) {
    rule = by;
    reason = why;
    return Tri::kNo;
  }
  Tri Unknown(Reason why) {
    rule = "none";
    reason = why;
    return Tri::kUnknown;
  }
};

// With all policies. `a` is the gold side.
Tri CompareScalars(Context* context, const Node* a, const Node* b);
// Mathematical equality alone.
Tri CompareValues(Context* context, const Node* a, const Node* b);
// Whether two values agree, one of them possibly a decimal that the other rounds to, however short.
// True when it can't be said.
bool SameOrRounded(Context* context, const Node* a, const Node* b);
// a = k * b for some constant k other than zero, by points: for equations.
Tri CompareProportional(Context* context, const Node* a, const Node* b);
// -1, 0, 1 for a < b, a = b, a > b; 2 when unknown. Infinities are ordered.
int OrderConstants(Context* context, const Node* a, const Node* b);

}  // namespace assay::math
