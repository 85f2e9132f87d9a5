// Rule: statements too short to be a problem. AceReason-Nemotron, 3.1: "excessively brief prompts";
// the paper names no bound, ours is the recipe's. Words are normalised ones (ngrams/words.h), so
// what stands in formulas counts. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

Objection BriefPrompt(std::string_view statement, int64_t fewest_words);

}  // namespace assay::curate
