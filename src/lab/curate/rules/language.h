// Rule: statements that aren't in English. AceReason-Nemotron, 3.1: "non-English content".
//
// Another script: at least five letters, and one in twenty of all, that are neither Latin nor Greek
// (mathematics uses those) nor mathematical symbols. Another language in Latin script: at least
// three of the words that other languages use most (and English doesn't), and more of them than of
// English ones.
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

// REQUIRES: valid UTF-8.
Objection NotEnglish(std::string_view statement);

}  // namespace assay::curate
