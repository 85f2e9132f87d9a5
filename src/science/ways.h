// How an answer is judged by each kind of gold; Judge's parts. REQUIRES: the gold has what its kind
// says. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "science/answer/found_answer.h"
#include "science/chemistry/chemistry.h"
#include "science/compare.h"
#include "science/gold.h"

namespace assay::science {

Verdict JudgeExpression(const Gold& gold, const FoundAnswer& answer);
Verdict JudgeQuantities(const Gold& gold, const FoundAnswer& answer, const CompareOptions& options);
Verdict JudgeFormula(const Gold& gold, const FoundAnswer& answer);
Verdict JudgeReaction(const Gold& gold, const FoundAnswer& answer);
Verdict JudgeConfiguration(const Gold& gold, const FoundAnswer& answer);

// What stands behind a hedge with which a text begins; nothing without one.
std::optional<std::string> BehindHedge(std::string_view written);

}  // namespace assay::science
