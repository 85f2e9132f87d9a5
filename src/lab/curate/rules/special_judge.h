// Rule: programming problems that a comparison of outputs can't judge.
// AceReason-Nemotron, A.4 (1): "multi-solution or interactive problems that requires special judge
// or other external tools".
//
// Interactive: the words, or a demand to flush the output. Several answers: "print any", "if there
// are several solutions" (unless it says which: the smallest), "in any order", "any valid". Answers
// within a tolerance are no objection: that is a comparison.
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

Objection NeedsSpecialJudge(std::string_view statement);

}  // namespace assay::curate
