// Rule: a statement with several questions, of which one answer answers only one.
// AceReason-Nemotron, 3.1: "questions involving multiple sub-questions".
//
// Several questions are: parts with marks in order, (a) (b), a) b), (i) (ii), (1) (2), 1. 2., Part
// 1 Part 2, of which two ask (they have a question mark, or an imperative such as find or compute;
// so a list of conditions is none); or two question marks outside of such parts.
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

Objection SeveralQuestions(std::string_view statement);

}  // namespace assay::curate
