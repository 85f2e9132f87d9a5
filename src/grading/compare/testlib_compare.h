// The standard checkers of testlib as comparisons: what they accept, call wrong, can't read, and
// when they blame the answer instead. docs/judging.md has the rules. Internal to grading. Pure,
// linear (the unordered one sorts).
#pragma once

#include <string_view>

#include "grading/compare/match.h"
#include "model/problem.h"

namespace assay {

struct TestlibOutcome {
  Match match = Match::kEqual;
  // Offsets of the tokens or lines that decided, when not equal.
  size_t expected_at = 0;
  size_t actual_at = 0;
};

TestlibOutcome CompareTestlib(TestlibChecker checker, std::string_view expected,
                              std::string_view actual);

}  // namespace assay
