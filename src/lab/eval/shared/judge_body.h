// JudgeBody: a submission of POST /v1/verify as benchmarks make them. Pure values; writing takes
// time linear in the texts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/convert/shapes.h"
#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// Seconds and bytes as the route has them; 0: the server's default.
struct BodyLimits {
  double cpu_time_s = 0;
  double wall_time_s = 0;
  int64_t memory_mb = 0;
};

using BodyTest = RowTest;

struct JudgeBody {
  std::string language;
  std::string code;
  std::string mode = "stdin_stdout";  // "assert", "function_call", "run"
  std::vector<BodyTest> tests = {};
  std::string comparison = {};  // JSON text; empty: the default
  std::string checker = {};     // JSON text; empty: none
  std::string function_name = {};
  std::string assert_code = {};
  BodyLimits limits = {};
  BodyLimits compile_limits = {};
  std::vector<std::string> compile_flags = {};
  std::map<std::string, std::string> files = {};  // by path; sent as base64
  bool run_all = false;                           // every test, not only up to the first failure
  bool include_output = false;

  std::string Write() const;
  GradeTask Task() const { return {GradeTask::Route::kVerify, Write()}; }
};

}  // namespace assay::eval
