// RunReport: all figures of a run, as values. report.json, report.html and the terminal's table are
// three ways to write it down; none of them computes anything. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/eval/metrics/flips.h"
#include "lab/eval/metrics/score.h"
#include "lab/eval/metrics/strata.h"
#include "lab/eval/report/records.h"

namespace assay::eval {

struct ReportOptions {
  // Beyond this share of errored samples there is no headline: what is missing may not be like the
  // rest (long answers time out, hard problems crash judges).
  double max_errored_share = 0.01;
};

struct ReasonCount {
  std::string reason;
  SampleState state = SampleState::kFailed;
  int64_t samples = 0;
};

struct ProfileReport {
  GradeProfile profile = GradeProfile::kAssay;
  Score score;
  std::vector<Strata> strata;
  std::vector<Tally> tallies;        // one for each item
  std::vector<ReasonCount> reasons;  // of samples that did not pass; the most frequent first
  std::string refusal;               // why there is no headline; empty: there is one
};

struct RunReport {
  RunRecords records;
  ReportOptions options;
  std::vector<ProfileReport> profiles;
  std::vector<ProfileFlips> flips;  // none unless both profiles were judged

  bool HasHeadline() const;  // in every profile
};

// What every report says about its denominators.
inline constexpr char kDenominatorPolicy[] =
    "Scores are over judged samples only (passed or failed); every item with at least one weighs "
    "the same. Masked and errored samples are in no denominator. The shares of truncated, empty, "
    "unextracted, errored and masked samples are of all samples asked for.";

RunReport Summarize(RunRecords records, const ReportOptions& options);

}  // namespace assay::eval
