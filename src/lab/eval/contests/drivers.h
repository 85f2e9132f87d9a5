// In-process harnesses rebuilt as Python programs that run in the box as the submission, with the
// candidate in a forked child of theirs: what their mocks get wrong is wrong here as well, and a
// candidate that means to cheat can. The program says a token, a word and the share of tests that
// passed. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

struct HarnessTask {
  std::string_view code;
  std::vector<std::string> inputs;   // JSON values: of LiveCodeBench texts
  std::vector<std::string> outputs;  // the same
  std::string function_name;         // empty: programs that read stdin
  int seconds = 6;                   // of each test, on the wall
};

GradeTask LiveCodeBenchHarness(const HarnessTask& task);
GradeTask AppsHarness(const HarnessTask& task);

// Of any of the above: the share of passed tests as `partial`. One that said nothing is kErrored.
Grade ReadHarness(int status, std::string_view body);

}  // namespace assay::eval
