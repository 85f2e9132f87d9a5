// Rule: answers that are too long or complex for a comparison by rules to be trusted.
// AceReason-Nemotron, 3.1: "overly long or complex answers"; the paper names no bounds, ours are
// the recipe's.
//
// Too long: more characters, without white space and dollar signs around it. Too complex: more
// words of prose (two letters or more, no LaTeX commands), or a LaTeX environment such as a matrix
// or cases.
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

struct AnswerBounds {
  int64_t most_characters = 60;
  int64_t most_words = 6;
};

Objection LongAnswer(std::string_view answer, const AnswerBounds& bounds);

}  // namespace assay::curate
