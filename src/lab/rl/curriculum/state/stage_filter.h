// Which problems take part in a stage, by their domain and measured rate. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/state/problem_table.h"

namespace assay::curriculum {

// kInvalidArgument: a stage names a domain that no problem has.
Status CheckDomains(const Plan& plan, const ProblemTable& problems);

class StageFilter {
 public:
  // Both outlive it. REQUIRES: CheckDomains.
  StageFilter(const Stage& stage, const ProblemTable& problems);

  bool Admits(uint32_t problem, Rate measured) const;
  // Of one of its domains, with a rate that the stage bounds and nobody has measured.
  bool Misses(uint32_t problem, Rate measured) const;

 private:
  const Stage& stage_;
  const ProblemTable& problems_;
  std::vector<bool> wanted_;  // by domain
};

}  // namespace assay::curriculum
