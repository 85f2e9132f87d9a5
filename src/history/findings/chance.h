// How likely counts are by chance: what keeps a few odd verdicts from being an alarm. Pure,
// thread-safe.
#pragma once

#include <cstdint>

namespace assay {

// The natural logarithm of the probability of at least `hits` in `tries`, each with probability
// `p`. REQUIRES: 0 < p < 1.
double LogChanceOfAtLeast(int64_t hits, int64_t tries, double p);
// …and of at most so many.
double LogChanceOfAtMost(int64_t hits, int64_t tries, double p);
// A bound that the true share behind `hits` of `tries` is hardly below (Wilson's interval with
// `deviations` standard deviations).
double LowestShare(int64_t hits, int64_t tries, double deviations = 2.6);

}  // namespace assay
