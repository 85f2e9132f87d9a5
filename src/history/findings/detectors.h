// The detectors: from tallies to findings. docs/operate.md has the thresholds with their reasons;
// the constants beside each detector are the same numbers.
//
// Common to all: too few observations are no alarm, and observations that belong together count
// less than they seem to: rollouts of one group have much in common, so that something must have
// been seen in several groups; what the cache answered is no observation at all. A share is an
// alarm when chance hardly explains it (a millionth, for there are thousands of problems to look
// at) and when it is large enough to matter.
//
// Pure functions, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "history/findings/finding.h"
#include "history/findings/tally.h"

namespace assay {

// The tallies of one tenant's recent verdicts; empty: of all.
Tallies TallyOf(const RecentVerdicts& recent, const std::string& tenant);

// The most severe first, then the most frequent.
std::vector<Finding> FindAll(const Tallies& tallies);

// Its parts.
std::vector<Finding> FindInProblems(const std::vector<ProblemTally>& problems);
std::vector<Finding> FindInRuns(const std::vector<RunTally>& runs);
std::vector<Finding> FindInNodes(const std::vector<NodeTally>& nodes);

// A sudden rise of a run's mean score: `from` is the mean before, `to` the mean after.
struct RewardJump {
  int64_t step = 0;
  double from = 0;
  double to = 0;
};
std::vector<RewardJump> FindJumps(const RunTally& run);

// Groups of a run that can tell with and without variance: those with at least two judged rollouts.
struct GroupCounts {
  int64_t total = 0;
  int64_t without_variance = 0;
};
GroupCounts CountGroups(const RunTally& run, int64_t least_rollouts = 2);

}  // namespace assay
