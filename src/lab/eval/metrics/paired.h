// Two models, or two runs, on the same problems: the difference is taken problem by problem, since
// most of the spread of a score is that of the problems, which both share.
//
// The difference is B's solve rate less A's, averaged over the problems that both have judged. Its
// error over problems is that of a mean of differences, clustered (Miller 2024, section 4); its
// sampling error adds the variances of both runs' draws. The interval is for 95 %, by Student's t.
//
// The test: McNemar's in its exact form (1947; two-sided binomial at 1/2 on the discordant pairs).
// With several samples a problem it is the sign test on the solve rates, which is the same thing
// where there is one sample. Rows of one cluster are one pair.
//
// Pure functions on plain values, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/eval/metrics/error_bars.h"

namespace assay::eval {

// A problem's judged samples in both runs.
struct PairedItem {
  std::string id;
  std::string cluster;
  int64_t judged_a = 0, passed_a = 0;
  int64_t judged_b = 0, passed_b = 0;
};

struct PairedDifference {
  size_t problems = 0;  // judged in both
  size_t clusters = 0;
  double score_a = 0, score_b = 0;  // over these problems
  double difference = 0;            // score_b - score_a
  std::optional<double> problems_se;
  std::optional<Interval> problems_interval;
  std::optional<double> sampling_se;  // none unless every problem has two samples in both
  // Clusters of which B solves more, A solves more, both the same.
  size_t b_better = 0, a_better = 0, equal = 0;
  double p_value = 1;
};

// Two-sided P of a split at least as uneven when each way is as likely.
double McNemarExact(int64_t one_way, int64_t other_way);

// Problems without a judged sample on either side are left out. None: no problem is left.
std::optional<PairedDifference> ComparePaired(const std::vector<PairedItem>& items);

// Whether the problem changed sides: more than half of one run's samples pass, and not of the
// other's.
bool Flipped(const PairedItem& item);

}  // namespace assay::eval
