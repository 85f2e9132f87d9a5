// What a fit found, for a terminal: text of a few lines. Pure; thread-safe.
#pragma once

#include <string>

#include "lab/fit/infer/compare.h"
#include "lab/fit/infer/simulate.h"
#include "lab/fit/infer/study.h"

namespace assay::fit {

std::string StudyText(const Study& study);
std::string ComparisonText(const RunComparison& comparison);
std::string RecoveryText(const Simulation& simulation, const RecoveryStudy& recovery);
// For live mode: "C 8000: A 0.612 [0.604, 0.620], …".
std::string StudyLine(const Study& study);

// "0.612", "not identified (at least 0.58)".
std::string AsymptoteText(const Study& study);
// "[0.604, 0.620]", with "…" where a side is open.
std::string RangeText(const Range& range, int digits);
// "4.66 times C_mid".
std::string ReachText(const Study& study);
// With as many digits as a compute or an exponent needs.
std::string ShortNumber(double value);

}  // namespace assay::fit
