// Metrics: counters and histograms of what the server does, in Prometheus' text format.
//
// Also the engine's observer. Thread-safe. One lock: an update is a map look-up and an addition,
// a thousand times cheaper than the run it counts.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "engine/engine.h"
#include "net/http_server.h"

namespace assay {

class Metrics final : public EngineObserver {
 public:
  void OnRun(std::string_view language, std::string_view purpose, const RunResult& run) override;
  void OnRunnerError(const Error& error) override;
  void OnSubmission(const Submission& submission, const SubmissionResult& result) override;
  // An answer's verdict by the rules, and what verifying it took.
  void OnMath(std::string_view verdict, std::string_view reason, double seconds);
  void OnMathOpinion(std::string_view verdict);
  void OnHttp(std::string_view route, int status, Nanoseconds duration);

  // The HTTP server's own numbers are asked for when a page is rendered. Call before serving.
  void SetHttpStats(std::function<HttpServerStats()> stats) { http_stats_ = std::move(stats); }

  // The whole page.
  std::string Render(const EngineStats& engine) const;

 private:
  struct Histogram {
    std::vector<int64_t> buckets;  // not cumulative; the last is +Inf
    int64_t count = 0;
    double sum = 0;
  };
  // Keys are rendered labels: language="python",status="exited"
  using Counters = std::map<std::string, int64_t, std::less<>>;
  using Histograms = std::map<std::string, Histogram, std::less<>>;

  void Observe(Histograms* histograms, const std::string& labels, double seconds)
      ASSAY_REQUIRES(mutex_);
  static void RenderCounters(const char* name, const char* help, const Counters& counters,
                             std::string* out);
  static void RenderHistograms(const char* name, const char* help, const Histograms& histograms,
                               std::string* out);

  std::function<HttpServerStats()> http_stats_;
  mutable Mutex mutex_;
  Counters submissions_ ASSAY_GUARDED_BY(mutex_);
  Counters runs_ ASSAY_GUARDED_BY(mutex_);
  Counters runner_errors_ ASSAY_GUARDED_BY(mutex_);
  Counters math_ ASSAY_GUARDED_BY(mutex_);
  Counters math_opinions_ ASSAY_GUARDED_BY(mutex_);
  Counters http_requests_ ASSAY_GUARDED_BY(mutex_);
  Histograms run_cpu_ ASSAY_GUARDED_BY(mutex_);
  Histograms run_wall_ ASSAY_GUARDED_BY(mutex_);
  Histograms queue_time_ ASSAY_GUARDED_BY(mutex_);
  Histograms submission_time_ ASSAY_GUARDED_BY(mutex_);
  Histograms math_time_ ASSAY_GUARDED_BY(mutex_);
  Histograms http_time_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
