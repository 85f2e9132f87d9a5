// Tallies: what the recent verdicts say of each problem, run and node, counted in one pass. The
// findings are functions of them, and the routes show them.
//
// "Judged" is what has a score. A program "ran" when it was judged and there was one to run: text
// without a program and one that doesn't compile say nothing about a problem. What the cache
// answered counts as a reward, and not as another observation of the problem.
//
// Pure functions and plain values.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "history/findings/recent_verdicts.h"

namespace assay {

inline constexpr size_t kVerdicts = static_cast<size_t>(Verdict::kSkipped) + 1;
inline constexpr size_t kMarks = kMarkNames.rows.size();
using VerdictCounts = std::array<int64_t, kVerdicts>;

// The last few ids of something, how many there were, and since when.
struct Evidence {
  static constexpr size_t kMost = 8;

  int64_t count = 0;
  double since = 0;
  std::vector<int64_t> ids;

  void Add(const RecentVerdict& verdict);
};

// Whether a mark means something only on programs that earned a reward.
constexpr bool CountsWhenEarned(Mark mark) {
  return mark != Mark::kEarlyExit;
}

struct ProblemTally {
  std::string name;
  int64_t total = 0, judged = 0, accepted = 0, masked = 0;
  double score_sum = 0;
  VerdictCounts verdicts{};
  double cpu_ms_max = 0, cpu_limit_ms = 0, last_time = 0;

  int64_t ran = 0;  // not counting what the cache answered
  int64_t ran_failed = 0;
  std::unordered_set<uint64_t> groups;      // that ran it
  std::map<int32_t, int64_t> first_failed;  // of programs that ran: how often each test
  Evidence failures, passes;                // of those
  // Accepted, or over its time: and how many of those used at least three quarters of their time
  // and at most one and a quarter.
  int64_t timed = 0, timed_near = 0, accepted_timed = 0, accepted_near = 0;
  Evidence near_limit;
  int64_t repeats = 0;  // runs of programs that had been run before
  // Runs that ended otherwise than most of the same program; each counts once.
  int64_t flip_count = 0;
  Evidence flips;  // some of them
  Evidence checker_failures;
  std::unordered_set<uint64_t> checker_failure_groups;
  // Where a mark matters: of those that ran, all that bear it (early_exit, which never earns
  // anything), or those that also earned something.
  int64_t earned = 0;  // of those that ran, with a score above zero
  std::array<Evidence, kMarks> marked;
  std::array<std::unordered_set<uint64_t>, kMarks> marked_groups;
};

struct GroupTally {
  int64_t judged = 0;
  float first_score = 0;
  bool varies = false;
};

struct StepTally {
  int64_t total = 0, judged = 0;
  double score_sum = 0;
  // Of the same scores, what the problems usually give taken off.
  double beyond_sum = 0;
  std::vector<int64_t> some;  // ids
};

struct RunTally {
  std::string name;
  double first_time = 0, last_time = 0;
  int64_t total = 0, judged = 0, masked = 0;
  double score_sum = 0;
  VerdictCounts verdicts{};
  std::unordered_map<uint64_t, GroupTally> groups;
  std::unordered_map<int64_t, StepTally> steps;
  std::unordered_map<NameId, double> reward;  // by problem
  Evidence passes;
};

struct NodeTally {
  std::string name;
  int64_t total = 0;
  Evidence infrastructure;
  std::unordered_map<NameId, int64_t> reasons;  // of that
};

struct Tallies {
  std::vector<ProblemTally> problems;
  std::vector<RunTally> runs;
  std::vector<NodeTally> nodes;
};

// Of the verdicts that `wanted` lets through; null: all.
Tallies Tally(const RecentView& view, const std::function<bool(const RecentVerdict&)>& wanted);

}  // namespace assay
