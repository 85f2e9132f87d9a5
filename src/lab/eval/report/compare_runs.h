// Two runs side by side: whether they may be compared at all, and what came out. Numbers of unlike
// sets of problems, or of unlike protocols, are the usual way to a wrong claim: such a comparison
// is refused by name, and can be forced for the items that both have. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/eval/metrics/paired.h"
#include "lab/eval/report/records.h"

namespace assay::eval {

struct RunDifference {
  std::string field;  // of the manifest: "data", "protocol"; "problem_sha" of an item
  std::string a, b;
  bool forbids = false;  // they are no runs on the same problems
};

struct ItemChange {
  PairedItem item;
  bool flipped = false;  // a majority of samples passes on one side only
};

struct ProfileComparison {
  GradeProfile profile = GradeProfile::kAssay;
  std::optional<PairedDifference> difference;  // none: no problem was judged in both
  std::vector<ItemChange> changes;      // items with other solve rates; the largest change first
  double errored_a = 0, errored_b = 0;  // shares of the samples
};

struct RunComparison {
  std::vector<RunDifference> differences;   // what forbids comes first
  size_t only_a = 0, only_b = 0;            // items of one run only
  std::vector<ProfileComparison> profiles;  // those that both runs have

  bool Forbidden() const;
};

RunComparison CompareRuns(const RunRecords& a, const RunRecords& b);

// One JSON object for programs.
std::string ComparisonJson(const RunComparison& comparison);

}  // namespace assay::eval
