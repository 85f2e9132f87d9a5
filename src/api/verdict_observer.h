// VerdictObserver: who is told of what was judged, programs and math answers alike: the history,
// the metrics, which then know the number it has there, and the trace of its request.
//
// Thread-safe.
#pragma once

#include "api/math/math_run.h"
#include "api/metrics.h"
#include "engine/submission_events.h"
#include "history/history.h"

namespace assay {

class VerdictObserver final : public EngineObserver {
 public:
  // `history` may be null; both outlive it.
  VerdictObserver(Metrics& metrics, History* history) : metrics_(metrics), history_(history) {}

  void OnRun(std::string_view language, std::string_view purpose, const RunResult& run) override {
    metrics_.OnRun(language, purpose, run);
  }
  void OnRunnerError(const Error& error) override { metrics_.OnRunnerError(error); }
  void OnSubmission(const Submission& submission, const SubmissionResult& result) override;
  void OnMath(const MathItem& item, const MathAnswer& answer);

 private:
  Metrics& metrics_;
  History* const history_;
};

}  // namespace assay
