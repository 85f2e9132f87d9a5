#include "trace/request_trace.h"

#include <algorithm>
#include <utility>

namespace assay {

RequestTrace::RequestTrace(const TraceContext& parent, SpanSink& sink)
    : trace_id_(parent.trace_id),
      parent_id_(parent.span_id),
      trace_state_(parent.state),
      sink_(sink) {}

RequestTrace::RequestTrace(std::string trace_id, SpanSink& sink)
    : trace_id_(std::move(trace_id)), sink_(sink) {}

TraceContext RequestTrace::ContextOf(const std::string& span_id) const {
  return {trace_id_, span_id, /*sampled=*/true, trace_state_};
}

Span RequestTrace::Make(std::string name, SteadyTime start, SteadyTime end) const {
  const auto since_1970 = [&](SteadyTime when) {
    return started_ns_ + Nanoseconds(when - started_).count();
  };
  Span span;
  span.trace_id = trace_id_;
  span.span_id = NewSpanId();
  span.parent_id = span_id_;
  span.trace_state = trace_state_;
  span.name = std::move(name);
  span.start_ns = since_1970(start);
  span.end_ns = since_1970(std::max(start, end));
  return span;
}

int RequestTrace::Claim(int wanted) {
  const int before = claimed_.fetch_add(wanted);
  const int granted = std::clamp(kMostSpans - before, 0, wanted);
  claimed_ -= wanted - granted;
  left_out_ += wanted - granted;
  return granted;
}

void RequestTrace::NoteAdmitted(SteadyTime when) {
  const int64_t after = std::max<int64_t>(0, Nanoseconds(when - started_).count());
  int64_t known = admitted_after_ns_;
  while ((known < 0 || after < known) && !admitted_after_ns_.compare_exchange_weak(known, after)) {
  }
}

std::optional<SteadyTime> RequestTrace::admitted() const {
  const int64_t after = admitted_after_ns_;
  if (after < 0) return std::nullopt;
  return started_ + Nanoseconds(after);
}

}  // namespace assay
