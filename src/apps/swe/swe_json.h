// Reports and verdicts of software-engineering tasks as JSON, as `assay swe` writes them. Pure.
#pragma once

#include <string>

#include "swe/grade/verdict.h"
#include "swe/report/test_report.h"

namespace assay {

// {"complete", "fault", "problem", "tests": {"passed": 2, …}, "records": [{"name", "outcome"}]}
std::string ReportJson(const swe::TestReport& report);
// {"verdict", "wants_control", "fail_to_pass", "pass_to_pass": {"passed", "listed"}, "reasons"}
std::string GradingJson(const swe::TestLists& lists, const swe::Grading& grading);

}  // namespace assay
