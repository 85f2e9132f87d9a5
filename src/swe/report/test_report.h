// TestReport: what a run of a repository's tests came to, test by test, and whether the account of
// it can be believed.
//
// A report is complete only when the framework's own closing summary is there, once, and its
// numbers agree with the records: a run that was cut off, or left by exit(0) in its middle, or
// whose output shows two closings, isn't. What is printed is written by the same process that runs
// the code under test, so agreement is what a text can prove at most; see swe/grade/verdict.h for
// the rest. Values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/enum_names.h"

namespace assay::swe {

enum class TestOutcome {
  kPassed,
  kFailed,
  kError,            // its set-up, its tear-down or its file broke
  kSkipped,          // not run by its own wish; pending and disabled ones too
  kExpectedFailure,  // failed as it was marked to
  kUnexpectedPass,   // passed though marked to fail
};
inline constexpr auto kTestOutcomeNames = MakeEnumNames<TestOutcome>({
    {TestOutcome::kPassed, "passed"},
    {TestOutcome::kFailed, "failed"},
    {TestOutcome::kError, "error"},
    {TestOutcome::kSkipped, "skipped"},
    {TestOutcome::kExpectedFailure, "expected_failure"},
    {TestOutcome::kUnexpectedPass, "unexpected_pass"},
});
static_assert(kTestOutcomeNames.IsWholeUpTo(TestOutcome::kUnexpectedPass));

// Why a report isn't complete.
enum class ReportFault {
  kNone,
  kNothing,        // no sign of the framework, or it found no test
  kCutOff,         // it began and has no closing
  kStopped,        // the framework closed early and says so: collection failed, interrupted
  kContradiction,  // numbers and records disagree, or something is there twice
  kTooLarge,       // beyond the bounds of the reader
};
inline constexpr auto kReportFaultNames = MakeEnumNames<ReportFault>({
    {ReportFault::kNone, "none"},
    {ReportFault::kNothing, "nothing"},
    {ReportFault::kCutOff, "cut_off"},
    {ReportFault::kStopped, "stopped"},
    {ReportFault::kContradiction, "contradiction"},
    {ReportFault::kTooLarge, "too_large"},
});
static_assert(kReportFaultNames.IsWholeUpTo(ReportFault::kTooLarge));

struct TestRecord {
  std::string name;
  TestOutcome outcome = TestOutcome::kPassed;
  // A second name under which lists know the test: the title alone, the docstring, the package's.
  std::string alias = {};
};

struct TestReport {
  std::vector<TestRecord> records;  // in the log's order; a name may be there more than once
  ReportFault fault = ReportFault::kNone;
  std::string problem = {};  // a sentence on the fault; empty without one

  bool complete() const { return fault == ReportFault::kNone; }
};

// Collects a report within bounds. One thread's.
class ReportBuilder {
 public:
  static constexpr size_t kMaxRecords = 1 << 20;
  static constexpr size_t kMaxNameBytes = 16 << 10;

  // Bytes that are no UTF-8 become U+FFFD, so that names can travel as JSON.
  void Add(std::string_view name, TestOutcome outcome, std::string_view alias = {});
  // The first fault stays.
  void Fault(ReportFault fault, std::string problem);
  bool faulty() const { return report_.fault != ReportFault::kNone; }
  size_t Count(TestOutcome outcome) const;
  size_t size() const { return report_.records.size(); }
  // A contradiction unless both are equal: "3 passed by the summary, 2 by the records".
  void Expect(size_t by_summary, size_t by_records, std::string_view what);
  TestReport Finish() && { return std::move(report_); }

 private:
  TestReport report_;
};

}  // namespace assay::swe
