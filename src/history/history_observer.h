// HistoryObserver: has the history told of every finished submission, beside the observer that is
// there anyway. Thread-safe.
#pragma once

#include "engine/submission_events.h"
#include "history/history.h"

namespace assay {

class HistoryObserver final : public EngineObserver {
 public:
  // Both outlive it.
  HistoryObserver(EngineObserver& next, History& history) : next_(next), history_(history) {}

  void OnRun(std::string_view language, std::string_view purpose, const RunResult& run) override {
    next_.OnRun(language, purpose, run);
  }
  void OnRunnerError(const Error& error) override { next_.OnRunnerError(error); }
  void OnSubmission(const Submission& submission, const SubmissionResult& result) override {
    next_.OnSubmission(submission, result);
    history_.Record(submission, result);
  }

 private:
  EngineObserver& next_;
  History& history_;
};

}  // namespace assay
