// Rule: statements that ask for a proof, which no comparison of answers can judge.
// AceReason-Nemotron, 3.1: "proof-based questions".
//
// The words prove, disprove, proof; and show or demonstrate with that, why or how, where a sentence
// or a further demand begins. What only says that something can be proved, or was, is no such
// statement.
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

Objection ProofQuestion(std::string_view statement);

}  // namespace assay::curate
