// Simulated runs of a law that is known: what evaluations of it look like, and how well a fit finds
// it again with so many of them so noisy.
//
// Pure, deterministic by seed on one machine, thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lab/fit/infer/study.h"

namespace assay::fit {

struct Simulation {
  Law law;
  double from = 0, to = 0, every = 0;  // computes; > 0
  double noise = 0;                    // standard deviation of an evaluation
  uint64_t seed = 0;
};
// Rewards stay within 0 and 1. REQUIRES: from and every above 0, to at least from.
std::vector<Point> SimulatedPoints(const Simulation& simulation);

struct Recovery {
  double mean_error = 0;  // fitted less true
  double sd = 0;
  double error_95 = 0;        // 95 of 100 fits are nearer
  double profile_covers = 0;  // share of intervals with the true value
  std::optional<double> drawn_covers;
};
struct RecoveryStudy {
  int runs = 0;
  int refused = 0;       // no fit at all
  int not_quoted = 0;    // asymptotes that weren't identified
  Recovery a, b, c_mid;  // of B and C_mid relative errors
};
// Fits `runs` simulations, with seeds from the simulation's on. `rules.r0` none: fitted, too.
// `on_run` gets how many are done; may be null.
RecoveryStudy StudyRecovery(const Simulation& simulation, int runs, const StudyRules& rules,
                            const std::function<void(int)>& on_run = nullptr);

}  // namespace assay::fit
