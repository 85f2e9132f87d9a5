// RunOutcome: what the judge said about one program. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::audit {

struct TestOutcome {
  std::string id;
  std::string verdict;
  std::string reason;
  std::string message;
  bool executed = false;
  bool exited = false;  // by itself, with this code
  int exit_code = 0;
  double cpu_time_s = 0;
  int64_t memory_peak_bytes = 0;
  std::string stdout_text;  // when it was asked for; what the judge keeps of it
};

struct RunOutcome {
  bool judged = false;  // false: our side failed, and nothing is known
  std::string verdict;
  std::string reason;
  std::string message;
  std::vector<TestOutcome> tests;

  bool accepted() const { return judged && verdict == "AC"; }
  bool is(const char* what) const { return judged && verdict == what; }
  // The problem is at fault, not the program.
  bool problem_fault() const { return is("JE"); }
  double SlowestSeconds() const {
    double slowest = 0;
    for (const TestOutcome& test : tests)
      slowest = slowest < test.cpu_time_s ? test.cpu_time_s : slowest;
    return slowest;
  }
};

}  // namespace assay::audit
