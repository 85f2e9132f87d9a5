// What a fit found, for programs: one JSON object. Names are those of the text; where a number
// isn't known (an asymptote that isn't identified) it is null. docs/fit.md has the fields. Pure;
// thread-safe.
#pragma once

#include <string>

#include "lab/fit/infer/compare.h"
#include "lab/fit/infer/simulate.h"
#include "lab/fit/infer/study.h"

namespace assay::fit {

std::string StudyJson(const Study& study);
std::string ComparisonJson(const RunComparison& comparison);
std::string RecoveryJson(const Simulation& simulation, const RecoveryStudy& recovery);

}  // namespace assay::fit
