// What the rows of contest benchmarks have in common once read. Values; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {

struct ContestProblem {
  std::string id;
  std::string statement;
  std::string difficulty;
  std::string date;
  std::string topic;
  std::string starter_code;
  std::string function_name;        // empty: reads stdin
  std::vector<BodyTest> tests;      // texts
  std::vector<BodyTest> raw_tests;  // APPS: the row's own JSON values
  double time_limit_s = 0;          // 0: the row says nothing
  int64_t memory_mb = 0;            // the same
  std::string checker;              // source; empty: none
  std::vector<std::string> right;   // solutions in Python
  std::vector<std::string> wrong;   // the same, known to fail
};

Result<ContestProblem> ReadCodeContestsRow(const Row& row);
Result<ContestProblem> ReadAetherCodeRow(const Row& row);
Result<ContestProblem> ReadAppsRow(const Row& row);

// "without tests": rows of the data sets that nothing can be judged by; empty: it can.
std::string WhyUnjudgeable(const ContestProblem& problem, bool needs_checker);

}  // namespace assay::eval
