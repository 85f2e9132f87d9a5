// Reports and verdicts of software-engineering tasks as JSON, as `assay swe` and the routes write
// them. Pure functions, thread-safe.
#pragma once

#include <string>

#include "swe/grade/verdict.h"
#include "swe/report/test_report.h"
#include "text/json_writer.h"

namespace assay::swe {

// {"complete", "fault", "problem", "tests": {"passed": 2, …}, "records": [{"name", "outcome"}]}
std::string ReportJson(const TestReport& report);
// {"verdict", "wants_control", "fail_to_pass", "pass_to_pass": {"passed", "listed"}, "reasons"}
std::string GradingJson(const TestLists& lists, const Grading& grading);
// The same members, of an object that has others, too.
void WriteGrading(const TestLists& lists, const Grading& grading, JsonWriter* json);
// An array of {"name", "list", "outcome"} of the listed tests; the outcome of one that is missing
// is "missing", of one that is there with several "two_outcomes".
void WriteOutcomes(const TestLists& lists, const TestReport& report, JsonWriter* json);

}  // namespace assay::swe
