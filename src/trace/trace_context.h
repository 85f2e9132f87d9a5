// TraceContext: which trace a request belongs to, as W3C's Trace Context has it in the headers
// `traceparent` and `tracestate`. Ids are lower-case hexadecimal, as they are written everywhere.
//
// Plain values and pure functions; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

struct TraceContext {
  std::string trace_id;  // 32 digits
  std::string span_id;   // 16 digits: the span that asks
  bool sampled = false;
  std::string state;  // of other tracers, passed on as it is; empty: none
};

// Nothing: it is none, or one that the standard has everybody ignore. Versions after 00 are read by
// their first four parts.
std::optional<TraceContext> ParseTraceparent(std::string_view text);
std::string RenderTraceparent(const TraceContext& context);

// Random, and never all zeros.
std::string NewTraceId();
std::string NewSpanId();

}  // namespace assay
