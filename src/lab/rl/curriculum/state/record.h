// What is known of one problem by now. Plain values.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/rl/curriculum/state/problem_table.h"

namespace assay::curriculum {

struct Record {
  Rate measured;  // before the run, or between stages
  Rate last;      // of the last group that was reported
  Rate all;       // of all groups that were reported
  bool retired = false;
  // Whether it takes part in the stage; and where a lane with pools keeps it: the pool's number and
  // its place there (pool_lane.h).
  bool in_stage = false;
  uint8_t pool = 0;
  uint32_t place = 0;

  // What the model does with it, as far as anybody knows.
  const Rate& newest() const { return last.known() ? last : measured; }
};

// By problem.
using Records = std::vector<Record>;

}  // namespace assay::curriculum
