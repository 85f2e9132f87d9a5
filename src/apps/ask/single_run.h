// One program given on the command line: as a request of the native API, and its result for people.
// Pure but for the streams written to.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/ask/batch.h"

namespace assay {

struct SingleRun {
  struct Test {
    std::string input;
    std::optional<std::string> expected;  // of all tests or of none
  };
  std::string language;
  std::string code;
  std::vector<Test> tests;  // at least one
  std::string compare;      // empty: the default
  struct Judge {
    std::string source = {};  // empty: none
    std::string language = {};
    std::string kind = {};  // empty: as the API has it
  };
  Judge checker;     // reads the output
  Judge interactor;  // talks with the program
  double cpu_time_s = 10;
  double wall_time_s = 0;  // 0: as the CPU limit
  int64_t memory_mb = 0;   // 0: the server's default
};

// The body of POST /v1/verify. REQUIRES: all text is UTF-8.
std::string SubmissionJson(const SingleRun& single);

// `only_run`: shows the program's own output on `out` and `err`, and what it used on `err`;
// otherwise a line for each test and a sentence on `out`.
void PrintSingleResult(const VerdictView& view, bool only_run, std::FILE* out, std::FILE* err);

}  // namespace assay
