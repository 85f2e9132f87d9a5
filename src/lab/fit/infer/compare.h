// CompareRuns: which of several recipes is better, by the paper's rule (appendix A.6): asymptotes
// within 0.02 of each other are equal; then all are fitted once more with the mean of their
// asymptotes, and the greater B is the more efficient. Where asymptotes differ, the one that starts
// slower may overtake the other: at which compute.
//
// Pure, deterministic by seed, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/fit/infer/study.h"

namespace assay::fit {

struct NamedRun {
  std::string name;
  std::vector<Point> points;
  StudyRules rules;
};

struct RunPair {
  size_t first = 0, second = 0;  // of the runs
  double a_difference = 0;       // first less second
  bool comparable = false;       // both asymptotes are identified
  bool same_asymptote = false;
  // Where the curves cross, from the least compute seen to a thousand times the greatest. Not at
  // the foot of both, where they have gained less than the margin.
  std::vector<double> crossings;
};

struct RunComparison {
  std::vector<std::string> names;
  std::vector<Study> studies;
  std::vector<RunPair> pairs;
  // All asymptotes are within the margin of each other: the fits with their mean held.
  std::optional<double> shared_a;
  std::vector<Study> refits;
  std::vector<std::string> warnings;
};

// An error names the run.
Result<RunComparison> CompareRuns(const std::vector<NamedRun>& runs);

std::vector<double> Crossings(const Law& first, const Law& second, double from, double to);

}  // namespace assay::fit
