#include "judging/plan/submission_check.h"

#include <string>

#include "judging/plan/request_check.h"

namespace assay {
namespace {

constexpr Nanoseconds kMaxTime{std::chrono::hours(1)};
constexpr int64_t kMaxProcesses = 1 << 20;
constexpr int kMaxBackstopFactor = 100;

Error Invalid(const std::string& field, const std::string& what) {
  return InvalidField("engine.submit", field, what);
}

Status CheckLimits(const std::string& name, const Limits& limits) {
  const auto time = [&](const char* field, Nanoseconds value) -> Status {
    if (value > Nanoseconds{0} && value <= kMaxTime) return {};
    return Invalid(name + "." + field, "must be more than 0 and at most an hour");
  };
  const auto amount = [&](const char* field, int64_t value, int64_t least, int64_t most) -> Status {
    if (value >= least && value <= most) return {};
    return Invalid(name + "." + field,
                   "must be between " + std::to_string(least) + " and " + std::to_string(most));
  };
  ASSAY_RETURN_IF_ERROR(time("cpu_time_s", limits.cpu_time));
  ASSAY_RETURN_IF_ERROR(time("wall_time_s", limits.wall_time));
  ASSAY_RETURN_IF_ERROR(
      amount("wall_backstop_factor", limits.wall_backstop_factor, 1, kMaxBackstopFactor));
  ASSAY_RETURN_IF_ERROR(amount("memory_bytes", limits.memory_bytes, 0, Limits::kMostBytes));
  ASSAY_RETURN_IF_ERROR(amount("output_bytes", limits.output_bytes, 0, Limits::kMostBytes));
  ASSAY_RETURN_IF_ERROR(amount("file_bytes", limits.file_bytes, 0, Limits::kMostBytes));
  ASSAY_RETURN_IF_ERROR(amount("processes", limits.processes, 1, kMaxProcesses));
  return amount("stack_bytes", limits.stack_bytes, 0, Limits::kMostBytes);
}

}  // namespace

Status CheckTests(const Problem& problem) {
  if (problem.mode == ProblemMode::kRun) {
    if (problem.tests.size() <= 1) return {};
    return Invalid("problem.tests", "a plain run has one input, not " +
                                        std::to_string(problem.tests.size()) + " tests");
  }
  if (problem.tests.empty()) {
    return Invalid("problem.tests", "must not be empty: no test is never a pass");
  }
  for (size_t i = 0; i < problem.tests.size(); ++i) {
    const std::string name = "problem.tests[" + std::to_string(i) + "]";
    if (problem.tests[i].input == nullptr) return Invalid(name + ".input", "is missing");
    if (problem.tests[i].expected == nullptr) return Invalid(name + ".expected", "is missing");
  }
  return {};
}

Status CheckLimitsAndFiles(const Submission& submission) {
  ASSAY_RETURN_IF_ERROR(CheckLimits("limits", submission.limits));
  ASSAY_RETURN_IF_ERROR(CheckLimits("compile_limits", submission.compile_limits));
  if (submission.total_timeout < Nanoseconds{0}) {
    return Invalid("total_timeout_s", "must not be negative");
  }
  ASSAY_RETURN_IF_ERROR(CheckInputFiles("files", submission.files));
  ASSAY_RETURN_IF_ERROR(CheckFetchedFiles("fetch_files", submission.fetch_files));
  ASSAY_RETURN_IF_ERROR(CheckWords("compile_flags", submission.compile_flags));
  return CheckWords("problem.function_name", {submission.problem->function_name});
}

}  // namespace assay
