// Rule: a statement with several questions, of which one answer answers only one.
// AceReason-Nemotron, 3.1: "questions involving multiple sub-questions".
//
// Several questions are: parts with marks in order, (a) (b), a) b), (i) (ii), (1) (2), 1. 2., Part
// 1 Part 2, of which two ask (they have a question mark, or a sentence that begins with find,
// compute or the like; so a list of conditions is none); or two question marks, unless what is
// between them only says in which form the answer is wanted ("can be written as m/n. What is m +
// n?").
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

Objection SeveralQuestions(std::string_view statement);

}  // namespace assay::curate
