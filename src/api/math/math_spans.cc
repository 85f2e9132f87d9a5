#include "api/math/math_spans.h"

#include <string>
#include <utility>
#include <vector>

namespace assay {

void TraceMath(const MathItem& item, const MathAnswer& answer, SteadyTime ended, int64_t verdict) {
  const RequestTracePtr& trace = item.origin.trace;
  if (trace == nullptr) return;
  // Where a judge was asked, it was after the rules, and that has a span of its own.
  const SteadyTime started = answer.started;
  trace->NoteAdmitted(started);
  if (trace->Claim(1) == 0) return;
  Span span = trace->Make("math", started, ended);
  span.PutText("assay.outcome", math::OutcomeName(answer.outcome()));
  span.PutText("assay.reason", ToString(answer.result.reason));
  span.PutDouble("assay.rules_ms", answer.seconds * 1e3);
  span.PutInt("assay.response_bytes", static_cast<int64_t>(item.response.size()));
  if (answer.opinion) span.PutText("assay.second_opinion", ToString(*answer.opinion));
  if (item.origin.tenant) span.PutText("assay.tenant", *item.origin.tenant);
  if (verdict > 0) span.PutInt("assay.verdict_id", verdict);
  std::vector<Span> spans;
  spans.push_back(std::move(span));
  trace->Add(std::move(spans));
}

}  // namespace assay
