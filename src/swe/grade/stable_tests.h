// SortTests: which tests decide a task, from k runs with the reference patch and k runs with
// nothing applied (the task's own test files are there in both).
//
// A test is in fail_to_pass when it passes in every run of the reference and in none of nothing, in
// pass_to_pass when it passes in all runs of both. Everything else is set aside, with why: a test
// that changes from run to run tells nothing of a patch. Pure function, thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "swe/report/test_report.h"

namespace assay::swe {

struct SetAside {
  std::string test;
  std::string why;  // "passes in 2 of 3 runs of the reference"
};

struct SortedTests {
  // Each in the order of names.
  std::vector<std::string> fail_to_pass;
  std::vector<std::string> pass_to_pass;
  std::vector<SetAside> set_aside;
};

// Errors, stage "swe.tests": no run of either kind; a run of the reference whose report isn't
// complete; one of nothing that broke off or contradicts itself. That a framework stopped early or
// found no test with nothing applied is no error: what a patch adds may be needed to collect or to
// compile the tests, and then none of them passes without it.
Result<SortedTests> SortTests(std::span<const TestReport> reference,
                              std::span<const TestReport> nothing);

}  // namespace assay::swe
