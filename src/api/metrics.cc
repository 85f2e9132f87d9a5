#include "api/metrics.h"

#include <algorithm>

#include "base/text.h"
#include "telemetry/process_metrics.h"

namespace assay {
namespace {

bool IsJudgeFault(const TestResult& test) {
  if (test.reason == Reason::kCheckerFailedOnOutput) return true;
  return test.cause == Cause::kProblem && StartsWith(ToString(test.reason), "checker_");
}

// The first test whose special judge broke down, or null.
const TestResult* FindJudgeFault(const SubmissionResult& result) {
  const auto found = std::find_if(result.tests.begin(), result.tests.end(), IsJudgeFault);
  return found == result.tests.end() ? nullptr : &*found;
}

// What everybody may know who reads this page: numbers. A submission's own id is its sender's word.
std::string ExemplarOf(const MetricEvidence& evidence) {
  std::string labels;
  if (evidence.trace != nullptr) labels = RenderLabel("trace_id", evidence.trace->trace_id());
  if (evidence.verdict > 0) {
    if (!labels.empty()) labels += ',';
    labels += RenderLabel("verdict_id", std::to_string(evidence.verdict));
  }
  return labels;
}

}  // namespace

std::string Metrics::NameOfFaulty(const Problem& problem) {
  if (problem.identity.empty()) return "unnamed";
  // Who has the whole name may read the problem, and everybody may read this page.
  std::string name = problem.identity.substr(0, kNameDigits);
  MutexLock lock(mutex_);
  if (faulty_problems_.size() < kMostNamedProblems) faulty_problems_.insert(name);
  return faulty_problems_.count(name) != 0 ? name : "others";
}

Status Metrics::RunnerHealth() const {
  if (failures_in_a_row_ < kFailuresInARow) return {};
  MutexLock lock(mutex_);
  if (!last_failure_ || std::chrono::steady_clock::now() - failed_at_ > kFailureCounts) return {};
  return *last_failure_;
}

void Metrics::OnRun(std::string_view language, std::string_view purpose, const RunResult& run) {
  if (failures_in_a_row_.load(std::memory_order_relaxed) != 0) failures_in_a_row_ = 0;
  runs_.Increment(language, purpose, ToString(run.status));
  run_cpu_.Observe(ToSeconds(run.cpu_time), language, purpose);
  run_wall_.Observe(ToSeconds(run.wall_time), language, purpose);
}

void Metrics::OnRunnerError(const Error& error) {
  runner_errors_.Increment(error.stage);
  ++failures_in_a_row_;
  MutexLock lock(mutex_);
  last_failure_ = error;
  failed_at_ = std::chrono::steady_clock::now();
}

void Metrics::OnVerdict(const Submission& submission, const SubmissionResult& result,
                        const MetricEvidence& evidence) {
  submissions_.Increment(ToString(result.verdict), ToString(result.cause), submission.language);
  if (const TestResult* test = FindJudgeFault(result); test != nullptr) {
    judge_faults_.Increment(ToString(test->cause), ToString(test->reason),
                            NameOfFaulty(*submission.problem));
  }
  if (result.separation == "none" || result.reason == Reason::kUnseparated) {
    unseparated_.Increment(ToString(result.verdict));
  }
  queue_time_.ObserveOne(ExemplarOf(evidence), ToSeconds(result.queue_time));
  submission_time_.ObserveOne(ExemplarOf(evidence), ToSeconds(result.total_time),
                              submission.language);
}

void Metrics::OnMath(std::string_view verdict, std::string_view reason, double seconds,
                     const MetricEvidence& evidence) {
  math_.Increment(verdict, reason);
  math_time_.ObserveOne(ExemplarOf(evidence), seconds);
}

void Metrics::OnMathOpinion(std::string_view rules, std::string_view verdict) {
  math_opinions_.Increment(rules, verdict);
}

void Metrics::OnSwe(std::string_view verdict, std::string_view cause) {
  swe_.Increment(verdict, cause);
}

void Metrics::OnScore(std::string_view outcome) {
  scores_.Increment(outcome);
}

void Metrics::OnMaskedFunction(std::string_view kind, std::string_view reason) {
  masked_functions_.Increment(kind, reason);
}

void Metrics::OnGrade(std::string_view outcome) {
  grades_.Increment(outcome);
}

void Metrics::OnJudgeAgreement(std::string_view kind, bool rules, bool judge) {
  const auto word = [](bool favour) { return favour ? "pass" : "fail"; };
  judge_agreement_.Increment(kind, word(rules), word(judge));
}

void Metrics::OnClientPatience(std::string_view event) {
  client_patience_.Increment(event);
}

void Metrics::OnHttp(std::string_view route, int status, Nanoseconds duration,
                     const MetricEvidence& evidence) {
  http_requests_.Increment(route, std::to_string(status));
  http_time_.ObserveOne(ExemplarOf(evidence), ToSeconds(duration), route);
}

void Metrics::WriteServer(const EngineStats& engine, MetricPage* page) const {
  page->Gauge("assay_queued_submissions", "Submissions admitted and not finished.",
              engine.queued_submissions);
  page->Gauge("assay_queued_bytes", "Code and test data of those.", engine.queued_bytes);
  page->Gauge("assay_running_tasks", "Compile, test and checker runs under way.",
              engine.running_tasks);
  page->Gauge("assay_slots", "Runs that may be timed at once.", engine.slots);
  page->Gauge("assay_estimated_wait_seconds",
              "How long one more would wait, by what submissions lately took.",
              std::chrono::duration_cast<std::chrono::seconds>(engine.estimated_wait).count());
  page->Counter("assay_refused_for_wait_total",
                "Submissions refused because they would have waited for longer than clients, who "
                "then left, lately did.",
                engine.refused_for_wait);
  page->Gauge("assay_draining", "1 while no new work is taken: drained, or shutting down.",
              engine.draining ? 1 : 0);
  if (http_stats_) {
    const HttpServerStats http = http_stats_();
    page->Gauge("assay_http_connections", "Open connections.", http.connections);
    page->Gauge("assay_http_buffered_bytes", "Request bodies being held.",
                http.buffered_request_bytes);
  }
  WriteProcessMetrics(page);
}

}  // namespace assay
