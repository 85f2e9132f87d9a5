// MixTasks: in which order tasks of several environments are taken, so that any stretch of a run
// has them in the proportion of their weights. Pure; the same for the same seed everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::env {

struct MixPart {
  std::string name;
  int64_t rows = 0;
  double weight = 1;                            // above 0
  std::optional<int64_t> tasks = std::nullopt;  // at most
};

struct MixedTask {
  size_t part = 0;
  int64_t row = 0;

  bool operator==(const MixedTask&) const = default;
};

// At most `total` tasks; nullopt: all there are. A part whose tasks are used up leaves its place to
// the others; none is taken twice. `seed`: shuffles the rows of each part; nullopt: their order.
std::vector<MixedTask> MixTasks(const std::vector<MixPart>& parts, std::optional<int64_t> total,
                                std::optional<uint64_t> seed);

}  // namespace assay::env
