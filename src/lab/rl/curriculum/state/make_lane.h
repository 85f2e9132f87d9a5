// The lane that a stage's way of drawing asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/state/lane.h"
#include "lab/rl/curriculum/state/record.h"

namespace assay::curriculum {

// `members` may be empty. `stage` and `records` outlive it; the records are the caller's to write,
// but for what lanes keep there.
std::unique_ptr<Lane> MakeLane(const Stage& stage, std::vector<uint32_t> members, uint64_t seed,
                               Records* records);

}  // namespace assay::curriculum
