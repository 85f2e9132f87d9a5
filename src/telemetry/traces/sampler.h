// Sampler: which requests are traced. By the names that OpenTelemetry has for its samplers:
// always_on, always_off, traceidratio, and parentbased_ before each, which follows the client's
// flag where it sends one.
//
// A share is decided by the trace's id alone, so that services that share a trace and a ratio
// agree. Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "trace/trace_context.h"

namespace assay {

class Sampler {
 public:
  // All, unless the client says otherwise.
  Sampler() = default;

  // `name` and `ratio` as OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG have them; either may be
  // empty. The fault begins with `name_source` or `ratio_source`, what they are from.
  static Result<Sampler> Make(std::string_view name, std::string_view ratio,
                              std::string_view name_source, std::string_view ratio_source);

  // `parent`: what the client sent; `trace_id`: of the trace that would be.
  bool Takes(const std::optional<TraceContext>& parent, std::string_view trace_id) const;
  bool never() const { return !follows_parent_ && ratio_ <= 0; }

 private:
  bool follows_parent_ = true;
  double ratio_ = 1;
};

}  // namespace assay
