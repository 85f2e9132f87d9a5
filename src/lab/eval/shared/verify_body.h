// VerifyBody: one submission for POST /v1/verify, as a benchmark states it. A plain value; its JSON
// is a pure function.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

struct VerifyBody {
  std::string language;
  std::string code;
  std::string mode = "stdin_stdout";  // "assert", "function_call", "run"
  std::string function_name = {};
  std::string assert_code = {};
  std::string assert_setup_code = {};
  // Input and expected output; with "function_call" both are JSON.
  std::vector<std::pair<std::string, std::string>> tests = {};
  std::string comparison = {};  // JSON of the problem's `comparison`; empty: the default
  std::string checker = {};     // JSON of the problem's `checker`; empty: none
  double cpu_time_s = 10;
  double wall_time_s = 20;
  int64_t memory_mb = 1024;
  double compile_time_s = 0;    // 0: the server's own
  bool all_tests = false;       // and not only up to the first failure
  bool include_output = false;  // for rules that look at it
};

std::string ToJson(const VerifyBody& body);
// Of route /v1/verify.
GradeTask TaskOf(const VerifyBody& body);

}  // namespace assay::eval
