#include "history/record/make_record.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace assay {
namespace {

std::string Label(const std::optional<std::string>& label) {
  return label ? CutText(*label, kMostName) : std::string();
}

double Milliseconds(Nanoseconds time) {
  return ToSeconds(time) * 1e3;
}

bool JudgeBrokeDown(const TestResult& test) {
  if (test.reason == Reason::kCheckerFailedOnOutput) return true;
  return test.cause == Cause::kProblem && StartsWith(ToString(test.reason), "checker_");
}

const TestResult* FirstFailed(const SubmissionResult& result, int first_failed) {
  if (first_failed >= 0) return &result.tests[static_cast<size_t>(first_failed)];
  return result.tests.empty() ? nullptr : &result.tests.front();
}

int IndexOfFirstFailed(const SubmissionResult& result) {
  const auto failed = std::find_if(result.tests.begin(), result.tests.end(), [](const auto& test) {
    return test.verdict != Verdict::kAccepted && test.verdict != Verdict::kSkipped;
  });
  return failed == result.tests.end() ? -1 : static_cast<int>(failed - result.tests.begin());
}

}  // namespace

std::string CutText(std::string_view text, size_t most) {
  return ReplaceInvalidUtf8(text.substr(0, most));
}

void SetOrigin(const Origin& origin, VerdictRecord* record) {
  record->run = Label(origin.run);
  record->step = origin.step;
  record->group = Label(origin.group);
  record->sample = Label(origin.sample);
  record->tenant = origin.tenant ? Label(origin.tenant) : "default";
  record->route = CutText(origin.route, kMostName);
}

VerdictRecord MakeRecord(const Submission& submission, const SubmissionResult& result) {
  VerdictRecord record;
  SetOrigin(submission.origin, &record);
  record.problem = CutText(submission.problem->identity, kMostName);
  record.language = CutText(submission.language, kMostName);
  record.verdict = result.verdict;
  record.cause = result.cause;
  record.reason = std::string(ToString(result.reason));
  record.message = CutText(result.message, kMostMessage);
  if (result.score && std::isfinite(*result.score)) record.score = result.score;
  record.tests_total = static_cast<int>(result.tests.size());
  int64_t memory_bytes = 0;
  for (const TestResult& test : result.tests) {
    record.tests_passed += test.verdict == Verdict::kAccepted;
    record.checker_failed = record.checker_failed || JudgeBrokeDown(test);
    record.cpu_ms = std::max(record.cpu_ms, Milliseconds(test.run.cpu_time));
    memory_bytes = std::max(memory_bytes, test.run.memory_peak_bytes);
  }
  record.first_failed = IndexOfFirstFailed(result);
  record.cpu_limit_ms = Milliseconds(result.limits.value_or(submission.limits).cpu_time);
  record.memory_mb = static_cast<double>(memory_bytes) / (1 << 20);
  record.wait_ms = Milliseconds(result.queue_time);
  record.total_ms = Milliseconds(result.total_time);
  record.cached = result.cached;
  return record;
}

VerdictDetail MakeDetail(const SubmissionResult& result) {
  VerdictDetail detail;
  if (result.verdict == Verdict::kCompileError && result.compile) {
    detail.out = CutText(result.compile->stdout_bytes, kMostOutputExcerpt);
    detail.err = CutText(result.compile->stderr_bytes, kMostOutputExcerpt);
  } else if (const TestResult* test = FirstFailed(result, IndexOfFirstFailed(result))) {
    detail.out = CutText(test->run.stdout_bytes, kMostOutputExcerpt);
    detail.err = CutText(test->run.stderr_bytes, kMostOutputExcerpt);
  }
  return detail;
}

}  // namespace assay
