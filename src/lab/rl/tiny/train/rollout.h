// Rollout: what the trainer is given of each, read from the orchestrator's batches. Pure;
// thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::tiny {

struct Rollout {
  std::vector<int> prompt, tokens;
  // Of tokens: by the model that wrote them, and whether it chose them.
  std::vector<float> logprobs;
  std::vector<uint8_t> chosen;
  std::optional<double> reward;  // nothing: no verdict
  int64_t group = 0;
  bool truncated = false;
};

// Lines of RecordShape::kAssay. kInternal: a line is none, or has no tokens.
Result<std::vector<Rollout>> ReadRollouts(std::string_view lines);

}  // namespace assay::tiny
