// Judge: decides whether a model's response answers a science question as its gold answer does.
//
// The gold says what is asked: numbers with units, a chemical formula, a reaction, an electron
// configuration, option letters, or a symbolic expression, which the math verifier compares. A gold
// in words is undecided, so that a model may be asked.
//
// Thread-safe. Never throws; any bytes. Finding the answer is linear in the response; an answer
// above kLongestAnswer bytes is not read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "science/compare.h"
#include "science/kind.h"

namespace assay::science {

// Changes whenever a verdict may change.
inline constexpr std::string_view kScienceRulesVersion = "1";

inline constexpr size_t kLongestResponse = size_t{1} << 20;
inline constexpr size_t kLongestAnswer = 10'000;

struct Judged {
  Outcome outcome = Outcome::kUndecided;
  Reason reason = Reason::kText;
  Kind kind = Kind::kText;
  std::string gold;    // the gold's answer
  std::string answer;  // as found, with the unit behind it; empty: none
  size_t offset = 0;   // where it stands in the response, in bytes
  size_t length = 0;
};

Judged Judge(std::string_view gold, std::string_view response, const CompareOptions& options);

}  // namespace assay::science
