#include "swe/report/test_report.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace assay::swe {

void ReportBuilder::Add(std::string_view name, TestOutcome outcome, std::string_view alias) {
  if (report_.records.size() >= kMaxRecords) {
    return Fault(ReportFault::kTooLarge,
                 "more than " + std::to_string(kMaxRecords) + " test results");
  }
  if (name.size() > kMaxNameBytes || alias.size() > kMaxNameBytes) {
    return Fault(ReportFault::kTooLarge, "the name of a test is too long");
  }
  report_.records.push_back({ReplaceInvalidUtf8(name), outcome, ReplaceInvalidUtf8(alias)});
}

void ReportBuilder::Fault(ReportFault fault, std::string problem) {
  if (faulty()) return;
  report_.fault = fault;
  report_.problem = std::move(problem);
}

size_t ReportBuilder::Count(TestOutcome outcome) const {
  return static_cast<size_t>(
      std::count_if(report_.records.begin(), report_.records.end(),
                    [&](const TestRecord& each) { return each.outcome == outcome; }));
}

void ReportBuilder::Expect(size_t by_summary, size_t by_records, std::string_view what) {
  if (by_summary == by_records) return;
  Fault(ReportFault::kContradiction, std::to_string(by_summary) + " " + std::string(what) +
                                         " by the summary, " + std::to_string(by_records) +
                                         " by the records");
}

}  // namespace assay::swe
