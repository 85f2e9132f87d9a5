// Origin: where in a training or evaluation run a submission comes from. Whoever sends rollouts
// labels them with it, and finds the labels on the answers. It decides nothing: no verdict, no
// order and no cache key depends on it. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "trace/request_trace.h"

namespace assay {

struct Origin {
  std::optional<std::string> run;
  std::optional<int64_t> step;       // of the run
  std::optional<std::string> group;  // of rollouts on one prompt
  std::optional<std::string> sample;
  std::optional<std::string> tenant;  // on whose behalf
  // By which path it came; empty where no request brought it. Never echoed: who sent it knows.
  std::string route;
  // Of the request that brought it; null: it isn't traced. Never echoed.
  RequestTracePtr trace = {};

  bool operator==(const Origin&) const = default;
};

}  // namespace assay
