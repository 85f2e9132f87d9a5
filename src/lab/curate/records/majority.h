// Whether a problem can be verified: the answer most attempts agree on is the right one.
// AceReason-Nemotron, 3.1: up to eight attempts a question, "retaining only those that achieve
// correct majority-voted solutions via a rule-based verifier"; what is never solved is "discarded",
// as it is often ambiguous or misread.
//
// Correct attempts are one group, wrong ones a group for each answer as it is written (without
// white space around it); wrong ones whose answer isn't known are one group. A majority is a group
// with more votes than any other: where two are equal there is none.
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

struct Vote {
  bool correct = false;
  std::string answer;  // of a wrong one; empty: unknown
};

// Objects unless the majority is correct. `votes` may be empty.
Objection NotVerifiable(const std::vector<Vote>& votes);

}  // namespace assay::curate
