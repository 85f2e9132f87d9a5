#include "api/verdict_observer.h"

#include <chrono>

#include "api/math/math_record.h"
#include "api/math/math_spans.h"
#include "telemetry/traces/submission_spans.h"

namespace assay {

void VerdictObserver::OnSubmission(const Submission& submission, const SubmissionResult& result) {
  const SteadyTime now = std::chrono::steady_clock::now();
  const int64_t number = history_ == nullptr ? 0 : history_->Record(submission, result);
  metrics_.OnVerdict(submission, result, {submission.origin.trace.get(), number});
  TraceSubmission(submission, result, now, number);
}

void VerdictObserver::OnMath(const MathItem& item, const MathAnswer& answer) {
  const SteadyTime now = std::chrono::steady_clock::now();
  int64_t number = 0;
  if (history_ != nullptr && history_->Wants(MathBrief(item, answer))) {
    number = history_->Record(MathRecord(item, answer));
  }
  const MetricEvidence evidence{item.origin.trace.get(), number};
  const std::string_view verdict = math::OutcomeName(answer.result.outcome);
  metrics_.OnMath(verdict, ToString(answer.result.reason), answer.seconds, evidence);
  if (answer.opinion) metrics_.OnMathOpinion(verdict, ToString(*answer.opinion));
  TraceMath(item, answer, now, number);
}

}  // namespace assay
