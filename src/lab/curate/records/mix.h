// The final mix: which rows stay, so that groups have the shares that were asked for.
//
// Of a group those with the smallest draws stay, so that a larger mix of the same seed has every
// row of a smaller one. INTELLECT-3, 3.3 mixes domains "to balance performance across domains".
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::curate {

struct MixGoals {
  // By group, any positive numbers: they count by their sum. Groups that aren't named are left out.
  // Empty: every group as it is.
  std::map<std::string, double> shares;
  // Without it, as many as the shares allow.
  std::optional<int64_t> total;
  std::optional<int64_t> most_of_each;
};

// How many of each group stay, given how many there are. With shares the scarcest group decides:
// the mix is smaller rather than lopsided.
std::map<std::string, int64_t> MixCounts(const std::map<std::string, int64_t>& available,
                                         const MixGoals& goals);

}  // namespace assay::curate
