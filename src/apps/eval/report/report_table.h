// The report for a terminal: text of at most 80 columns. Pure.
#pragma once

#include <string>

#include "lab/eval/report/compare_runs.h"
#include "lab/eval/report/summary.h"

namespace assay {

std::string ReportTable(const eval::RunReport& report, bool colours);

// `name_a` and `name_b`: the folders as they were named.
std::string ComparisonTable(const eval::RunComparison& comparison, const std::string& name_a,
                            const std::string& name_b, bool colours);

}  // namespace assay
