// report.json: all figures of a run for programs. Equal bytes for equal results, whatever the order
// in which they came: rows are sorted by id, numbers are rounded to ten decimals, and what may
// differ between an undisturbed run and one that was killed and resumed is in the last member,
// `run_info`, alone. Figures that don't exist are absent. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/report/summary.h"
#include "text/json_writer.h"

namespace assay::eval {

// With a line for each member and each item, so that two reports can be compared by diff.
std::string ReportJson(const RunReport& report);

// {"value": …, "sampling_se": …, "sampling_interval": […], "problems_se": …, …}
void WriteEstimate(const Estimate& estimate, JsonWriter* json);
// As numbers of a report are.
double RoundedForReport(double value);
// For each profile and item the states of its samples: P passed, F failed, M masked, E errored.
std::vector<std::vector<std::string>> SampleLetters(const RunRecords& records);
// "difficulty", "month", "language", "topic".
std::string_view NameOf(Dimension dimension);

}  // namespace assay::eval
