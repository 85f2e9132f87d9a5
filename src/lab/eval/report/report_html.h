// report.html: the report for people, in one file that fetches nothing and has no scripts (a policy
// in its head has browsers refuse both). As report.json it is the same for equal results, but for
// the part with the id "run-info". Pure, thread-safe.
#pragma once

#include <string>

#include "lab/eval/report/summary.h"

namespace assay::eval {

std::string ReportHtml(const RunReport& report);

}  // namespace assay::eval
