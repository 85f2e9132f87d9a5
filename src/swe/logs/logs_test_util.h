// For the tests of the parsers: reports as lines of text.
#pragma once

#include <string>
#include <string_view>

#include "swe/logs/registry.h"

namespace assay::swe {

// "passed a\nfailed b\n", then the fault where there is one: "= cut_off\n".
inline std::string Parsed(std::string_view parser, std::string_view log) {
  const TestReport report = ParseTestLog(*FindLogParser(parser), log);
  std::string text;
  for (const TestRecord& each : report.records) {
    text.append(kTestOutcomeNames.NameOf(each.outcome)).append(" ").append(each.name) += '\n';
  }
  if (!report.complete()) {
    text.append("= ").append(kReportFaultNames.NameOf(report.fault)) += '\n';
  }
  return text;
}

inline ReportFault FaultOf(std::string_view parser, std::string_view log) {
  return ParseTestLog(*FindLogParser(parser), log).fault;
}

// Whether the log is believed and shows the test as passed: what a pretender wants.
inline bool Believed(std::string_view parser, std::string_view log, std::string_view test) {
  const TestReport report = ParseTestLog(*FindLogParser(parser), log);
  if (!report.complete()) return false;
  bool passed = false;
  for (const TestRecord& each : report.records) {
    if (each.name != test) continue;
    if (each.outcome != TestOutcome::kPassed) return false;
    passed = true;
  }
  return passed;
}

}  // namespace assay::swe
