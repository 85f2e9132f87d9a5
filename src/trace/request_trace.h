// RequestTrace: the part that one request has in a trace. Made when the request's head is there, if
// it is sampled; whoever does something for the request has it add a span. Who isn't traced has
// none of these (a null pointer), and nothing to do.
//
// Bounded: a request of a hundred thousand submissions has no more spans than a person can look at.
// What is beyond is left out and counted.
//
// Thread-safe. Its sink outlives it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "trace/span.h"
#include "trace/trace_context.h"

namespace assay {

class RequestTrace {
 public:
  static constexpr int kMostSpans = 512;

  // In the client's trace, below the span that its headers name.
  RequestTrace(const TraceContext& parent, SpanSink& sink);
  // In a new one.
  RequestTrace(std::string trace_id, SpanSink& sink);
  RequestTrace(const RequestTrace&) = delete;

  const std::string& trace_id() const { return trace_id_; }
  // Of the request's own span, the parent of what is done for it.
  const std::string& span_id() const { return span_id_; }
  const std::string& parent_id() const { return parent_id_; }
  const std::string& trace_state() const { return trace_state_; }
  SteadyTime started() const { return started_; }
  // For who is asked something by the span with that id.
  TraceContext ContextOf(const std::string& span_id) const;

  // A span of this trace below another (the request's own unless said otherwise), without
  // attributes.
  Span Make(std::string name, SteadyTime start, SteadyTime end) const;
  // Takes as many of `wanted` as there still may be.
  int Claim(int wanted);
  int left_out() const { return left_out_; }
  // Of spans that were claimed.
  void Add(std::vector<Span> spans) { sink_.Add(std::move(spans)); }

  // Something was handed to whoever judges it: the first time tells how long reading took.
  void NoteAdmitted(SteadyTime when);
  std::optional<SteadyTime> admitted() const;

 private:
  const std::string trace_id_;
  const std::string parent_id_;
  const std::string trace_state_;
  const std::string span_id_ = NewSpanId();
  SpanSink& sink_;
  const SteadyTime started_ = std::chrono::steady_clock::now();
  // The same moment since 1970.
  const int64_t started_ns_ =
      std::chrono::duration_cast<Nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  std::atomic<int> claimed_{0};
  std::atomic<int> left_out_{0};
  std::atomic<int64_t> admitted_after_ns_{-1};
};
using RequestTracePtr = std::shared_ptr<RequestTrace>;

}  // namespace assay
