// Compare: does a program's output match the expected one under a comparison's rules?
//
// The rules are "comparison rules" of docs/judging.md; a change in what is accepted is a new
// version. Works on bytes: no encoding is assumed. Pure, thread-safe, one pass, no copies of the
// texts (kUnorderedLines keeps one view a line).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "grading/compare/match.h"
#include "model/problem.h"

namespace assay {

inline constexpr int kComparisonRulesVersion = 2;

struct CompareResult {
  Match match = Match::kEqual;
  // The first difference, when not equal. Lines and tokens count from 1 in the expected text; a
  // token of 0 means the line as a whole.
  int64_t line = 0;
  int64_t token = 0;
  // What stands there, cut to a few dozen bytes and made valid UTF-8; empty at an end of text.
  std::string expected;
  std::string actual;

  bool equal() const { return match == Match::kEqual; }
  // "line 3, token 2: expected `4`, got `5`"; empty when equal.
  std::string ToString() const;
};

CompareResult Compare(const Comparison& comparison, std::string_view expected,
                      std::string_view actual);

}  // namespace assay
