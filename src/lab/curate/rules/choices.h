// Rule: multiple choice and true or false: what guessing answers.
// AceReason-Nemotron, 3.1: "multiple-choice or true/false questions".
//
// Multiple choice: options (A) (B) (C) in order, or A. B. C. at the beginning of lines or within 80
// bytes of each other up to D; "which of the following", "choose the correct" and their like; or an
// answer that is an option's letter, A to E. True or false: the words, or an answer that is true,
// false, yes or no.
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

// `answer` may be empty: it isn't known.
Objection ChoiceQuestion(std::string_view statement, std::string_view answer);

}  // namespace assay::curate
