// A group of environments, as a YAML file has it: which, how much of each, and of which at most how
// many tasks.
//
//   environments:
//     - {environment: small-sums, weight: 2, tasks: 500}
//     - {environment: puzzles@1}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::env {

struct Chosen {
  std::string named;  // a folder, a pack's file, or NAME@VERSION
  double weight = 1;
  std::optional<int64_t> tasks = std::nullopt;
};

// kInvalidArgument names each fault with its line.
Result<std::vector<Chosen>> ParseGroupFile(const std::string& yaml, const std::string& name);

}  // namespace assay::env
