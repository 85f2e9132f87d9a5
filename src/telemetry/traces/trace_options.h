// Where traces go and which there are: from the server's own options and from the variables that
// OpenTelemetry has for every program. An option goes before a variable.
//
// Pure; thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "telemetry/traces/sampler.h"

namespace assay {

struct TraceOptions {
  std::string url;    // of /v1/traces
  std::string shown;  // the same for people, without the password that it may have
  std::vector<std::pair<std::string, std::string>> headers;
  std::string ca_file;  // empty: the system's
  // What says who this is: service.name, service.instance.id and what the operator adds.
  std::vector<std::pair<std::string, std::string>> resource;
  Sampler sampler;
  std::chrono::milliseconds timeout{10'000};  // of one try
  std::chrono::milliseconds delay{1'000};     // how long a span waits for company
  int64_t max_queued = 8'192;                 // spans; more are dropped
  int64_t max_batch = 512;                    // spans that go together
};

// What the server's options and the program say.
struct TraceWishes {
  std::string endpoint;  // --otlp-endpoint
  std::string ratio;     // --trace-ratio
  std::string version;
  std::string node;
};

// Null where a variable isn't set.
using Environment = std::function<const char*(const char* name)>;

// Nothing: no traces are wanted. kInvalidArgument names the option or variable.
Result<std::optional<TraceOptions>> TraceOptionsOf(const TraceWishes& wishes,
                                                   const Environment& environment);

}  // namespace assay
