// How outputs that are both right differ: what the reference printed and what an accepted solution
// did. Pure, thread-safe.
#pragma once

#include <string_view>

namespace assay::synth {

enum class Difference {
  kNone,    // the same tokens
  kCase,    // but for letters' case
  kFloat,   // numbers that are close, and otherwise the same tokens
  kOrder,   // the same lines in another order
  kTokens,  // the same tokens in another order
  kOther,
};
std::string_view ToString(Difference difference);

struct Disagreement {
  Difference difference = Difference::kNone;
  // Of kFloat: the largest of the errors, each absolute or relative, whichever is less.
  double error = 0;
};

Disagreement Differ(std::string_view expected, std::string_view actual);

}  // namespace assay::synth
