#include "lab/rl/curriculum/state/make_lane.h"

#include <utility>

#include "lab/rl/curriculum/state/pool_lane.h"
#include "lab/rl/curriculum/state/shuffled_lane.h"

namespace assay::curriculum {

std::unique_ptr<Lane> MakeLane(const Stage& stage, std::vector<uint32_t> members, uint64_t seed,
                               Records* records) {
  if (stage.draw == Draw::kPools) {
    return std::make_unique<PoolLane>(stage, members, seed, records);
  }
  return std::make_unique<ShuffledLane>(stage, std::move(members), seed, records);
}

}  // namespace assay::curriculum
