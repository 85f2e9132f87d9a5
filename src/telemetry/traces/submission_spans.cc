#include "telemetry/traces/submission_spans.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "model/names.h"

namespace assay {
namespace {

constexpr size_t kMostLabel = 256;

void PutLabel(const char* key, const std::optional<std::string>& label, Span* span) {
  if (label && !label->empty())
    span->PutText(key, ReplaceInvalidUtf8(label->substr(0, kMostLabel)));
}

void PutVerdict(Verdict verdict, Cause cause, Reason reason, Span* span) {
  span->PutText("assay.verdict", ToString(verdict));
  span->PutText("assay.cause", ToString(cause));
  span->PutText("assay.reason", ToString(reason));
  span->failed = cause == Cause::kInfrastructure && verdict != Verdict::kAccepted;
}

void PutRun(const RunResult& run, Span* span) {
  span->PutDouble("assay.cpu_ms", ToSeconds(run.cpu_time) * 1e3);
  span->PutDouble("assay.wall_ms", ToSeconds(run.wall_time) * 1e3);
  span->PutInt("assay.memory_bytes", run.memory_peak_bytes);
  span->PutInt("assay.stdout_bytes", static_cast<int64_t>(run.stdout_bytes.size()));
  span->PutInt("assay.stderr_bytes", static_cast<int64_t>(run.stderr_bytes.size()));
}

Span SpanOfWhole(const Submission& submission, const SubmissionResult& result, SteadyTime admitted,
                 SteadyTime ended, int64_t verdict) {
  Span span = submission.origin.trace->Make("submission", admitted, ended);
  PutVerdict(result.verdict, result.cause, result.reason, &span);
  span.PutText("assay.language", submission.language);
  if (!submission.problem->identity.empty()) {
    span.PutText("assay.problem", submission.problem->identity);
  }
  PutLabel("assay.submission", submission.id, &span);
  PutLabel("assay.run", submission.origin.run, &span);
  PutLabel("assay.group", submission.origin.group, &span);
  PutLabel("assay.tenant",
           submission.tenant.empty() ? submission.origin.tenant : std::optional(submission.tenant),
           &span);
  span.PutInt("assay.code_bytes", static_cast<int64_t>(submission.code.size()));
  span.PutInt("assay.tests", static_cast<int64_t>(result.tests.size()));
  if (result.score) span.PutDouble("assay.score", *result.score);
  span.PutBool("assay.cached", result.cached);
  if (verdict > 0) span.PutInt("assay.verdict_id", verdict);
  return span;
}

Span SpanOfStage(const Submission& submission, const SubmissionResult& result,
                 const StageTime& stage, SteadyTime admitted) {
  const bool compile = stage.kind == StageTime::Kind::kCompile;
  Span span = submission.origin.trace->Make(compile ? "compile" : "test", admitted + stage.began,
                                            admitted + stage.ended);
  if (compile) {
    span.PutText("assay.program", stage.index == 0 ? "candidate" : "judge");
    if (stage.index == 0 && result.compile) PutRun(*result.compile, &span);
  } else {
    span.PutInt("assay.test", static_cast<int64_t>(stage.index));
    if (stage.index < result.tests.size()) {
      const TestResult& test = result.tests[stage.index];
      PutVerdict(test.verdict, test.cause, test.reason, &span);
      if (test.executed) PutRun(test.run, &span);
    }
  }
  return span;
}

}  // namespace

void TraceSubmission(const Submission& submission, const SubmissionResult& result, SteadyTime ended,
                     int64_t verdict) {
  const RequestTracePtr& trace = submission.origin.trace;
  if (trace == nullptr) return;
  const SteadyTime started = ended - result.total_time;
  const SteadyTime admitted = started - result.queue_time;
  trace->NoteAdmitted(admitted);
  // One that was found in the cache has the stages of another submission.
  std::vector<const StageTime*> stages;
  int tests = 0;
  for (const StageTime& stage : result.stages) {
    if (result.cached) break;
    const bool test = stage.kind == StageTime::Kind::kTest;
    if (!test || tests++ < kMostTestSpans) stages.push_back(&stage);
  }
  const size_t claimed = static_cast<size_t>(trace->Claim(static_cast<int>(stages.size()) + 2));
  if (claimed == 0) return;
  std::vector<Span> spans;
  spans.push_back(SpanOfWhole(submission, result, admitted, ended, verdict));
  if (tests > kMostTestSpans) {
    spans.front().PutInt("assay.tests_left_out", tests - kMostTestSpans);
  }
  if (claimed > 1) spans.push_back(trace->Make("queue", admitted, started));
  while (spans.size() < claimed) {
    spans.push_back(SpanOfStage(submission, result, *stages[spans.size() - 2], admitted));
  }
  for (size_t i = 1; i < spans.size(); ++i) spans[i].parent_id = spans.front().span_id;
  trace->Add(std::move(spans));
}

}  // namespace assay
