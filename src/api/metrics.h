// Metrics: what the server counts of its runs, submissions, math answers and HTTP answers, and the
// numbers of its engine and sockets, all in one registry.
//
// Also the engine's observer. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "engine/engine.h"
#include "net/http_options.h"
#include "telemetry/metric_registry.h"

namespace assay {

// Where more is said of something that is counted: its trace, or null, and its number in the
// history, or 0.
struct MetricEvidence {
  const RequestTrace* trace = nullptr;
  int64_t verdict = 0;
};

class Metrics final : public EngineObserver {
 public:
  void OnRun(std::string_view language, std::string_view purpose, const RunResult& run) override;
  void OnRunnerError(const Error& error) override;
  void OnSubmission(const Submission& submission, const SubmissionResult& result) override {
    OnVerdict(submission, result, {});
  }
  void OnVerdict(const Submission& submission, const SubmissionResult& result,
                 const MetricEvidence& evidence);
  // An answer's verdict by the rules, and what verifying it took.
  void OnMath(std::string_view verdict, std::string_view reason, double seconds,
              const MetricEvidence& evidence = {});
  // A judge model's opinion beside the verdict by the rules.
  void OnMathOpinion(std::string_view rules, std::string_view verdict);
  // A patch graded by running.
  void OnSwe(std::string_view verdict, std::string_view cause);
  // An item of /v1/score: "scored", "masked" or "faulty".
  void OnScore(std::string_view outcome);
  void OnMaskedFunction(std::string_view kind, std::string_view reason);
  // The end of a question to the model that grades.
  void OnGrade(std::string_view outcome);
  // Whether rules and judge are in favour of the same item.
  void OnJudgeAgreement(std::string_view kind, bool rules, bool judge);
  // What happened to a request whose client waits only so long; see compat/desk_options.h.
  void OnClientPatience(std::string_view event);
  // Why runs can't be had: the last ones all failed by our environment's fault, and one of them
  // just now. OK after a while without any, so that somebody tries again.
  Status RunnerHealth() const ASSAY_EXCLUDES(mutex_);
  void OnHttp(std::string_view route, int status, Nanoseconds duration,
              const MetricEvidence& evidence = {});

  // The HTTP server's own numbers are asked for when a page is rendered. Call before serving.
  void SetHttpStats(std::function<HttpServerStats()> stats) { http_stats_ = std::move(stats); }
  // Numbers of the engine, the HTTP server and the process.
  void WriteServer(const EngineStats& engine, MetricPage* page) const;

  // Where everything is registered, for what others add.
  MetricRegistry& registry() { return registry_; }

 private:
  static constexpr size_t kMostNamedProblems = 100;
  static constexpr size_t kNameDigits = 16;

  // The problem as a label: the first digits of its hash.
  std::string NameOfFaulty(const Problem& problem) ASSAY_EXCLUDES(mutex_);

  // A few may fail on a host that is well, and are tried again.
  static constexpr int kFailuresInARow = 5;
  static constexpr auto kFailureCounts = std::chrono::seconds(10);

  mutable Mutex mutex_;
  std::optional<Error> last_failure_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime failed_at_ ASSAY_GUARDED_BY(mutex_){};
  std::atomic<int> failures_in_a_row_{0};
  std::set<std::string> faulty_problems_ ASSAY_GUARDED_BY(mutex_);
  MetricRegistry registry_;
  const Counter<3> submissions_ = registry_.AddCounter(
      "assay_submissions_total", "Submissions finished.", "verdict", "cause", "language");
  // Bounded: after the first problems that are named the others count as one.
  const Counter<3> judge_faults_ = registry_.AddCounter(
      "assay_judge_faults_total",
      "Submissions on which a special judge broke down, by who is to blame, the reason, and the "
      "problem.",
      "cause", "reason", "problem");
  const Counter<1> unseparated_ = registry_.AddCounter(
      "assay_unseparated_total",
      "Submissions whose tests needed to share a process with the program.", "verdict");
  const Counter<3> runs_ =
      registry_.AddCounter("assay_runs_total", "Runs finished, by what the kernel saw.", "language",
                           "purpose", "status");
  const Counter<1> runner_errors_ = registry_.AddCounter(
      "assay_runner_errors_total", "Failures of our own environment, by stage.", "stage");
  const Counter<2> math_ = registry_.AddCounter(
      "assay_math_total", "Math answers judged by the rules.", "verdict", "reason");
  const Counter<2> math_opinions_ = registry_.AddCounter(
      "assay_math_opinions_total",
      "Second opinions on math answers, beside the verdict by the rules.", "rules", "verdict");
  const Counter<2> swe_ = registry_.AddCounter(
      "assay_swe_total", "Patches graded by running tests.", "verdict", "cause");
  const Counter<1> scores_ =
      registry_.AddCounter("assay_scores_total", "Items of /v1/score.", "outcome");
  const Counter<2> masked_functions_ = registry_.AddCounter(
      "assay_masked_functions_total", "Functions of /v1/score without a value.", "kind", "reason");
  const Counter<1> grades_ =
      registry_.AddCounter("assay_judge_grades_total",
                           "Questions to the model that grades, by how they ended.", "outcome");
  const Counter<3> judge_agreement_ = registry_.AddCounter(
      "assay_judge_agreement_total",
      "Items graded by a model and judged by rules: whether each is in favour.", "kind", "rules",
      "judge");
  const Counter<1> client_patience_ = registry_.AddCounter(
      "assay_client_patience_total",
      "Requests of the compatible routes that outlasted a try of their client; lost: it counts a "
      "zero that nobody earned.",
      "event");
  const Counter<2> http_requests_ =
      registry_.AddCounter("assay_http_requests_total",
                           "HTTP requests answered; 499: the client left.", "route", "status");
  const Histogram<2> run_cpu_ =
      registry_.AddHistogram("assay_run_cpu_seconds", "CPU time of runs.", "language", "purpose");
  const Histogram<2> run_wall_ =
      registry_.AddHistogram("assay_run_wall_seconds", "Wall time of runs.", "language", "purpose");
  const Histogram<0> queue_time_ =
      registry_.AddHistogram("assay_queue_seconds", "Time from admission to first dispatch.");
  const Histogram<1> submission_time_ = registry_.AddHistogram(
      "assay_submission_seconds", "Time from first dispatch to the verdict.", "language");
  const Histogram<0> math_time_ =
      registry_.AddHistogram("assay_math_seconds", "Time to verify one math answer.");
  const Histogram<1> http_time_ = registry_.AddHistogram(
      "assay_http_request_seconds", "Time from request to complete answer.", "route");
  std::function<HttpServerStats()> http_stats_;
};

}  // namespace assay
