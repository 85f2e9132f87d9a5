#include "lab/eval/report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace assay::eval {
namespace {

std::vector<Outcome> WithoutTruncated(const std::vector<Outcome>& outcomes) {
  std::vector<Outcome> whole;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.flags.truncated) whole.push_back(outcome);
  }
  return whole;
}

std::vector<ReasonCount> ReasonsOf(const std::vector<Outcome>& outcomes) {
  std::map<std::pair<std::string, SampleState>, int64_t> counts;
  for (const Outcome& outcome : outcomes) {
    if (outcome.state != SampleState::kPassed) ++counts[{outcome.reason, outcome.state}];
  }
  std::vector<ReasonCount> reasons;
  for (const auto& [key, samples] : counts) reasons.push_back({key.first, key.second, samples});
  std::stable_sort(reasons.begin(), reasons.end(), [](const ReasonCount& a, const ReasonCount& b) {
    return a.samples > b.samples;
  });
  return reasons;
}

std::string RefusalOf(const Score& score, double max_errored_share) {
  if (score.pass_at_k.empty()) return "no sample was judged";
  const double share = score.counts.Share(score.counts.errored);
  if (share <= max_errored_share) return "";
  return fmt::format("{} of {} samples errored ({:.1f} %, at most {:g} % is allowed)",
                     score.counts.errored, score.counts.asked, 100 * share,
                     100 * max_errored_share);
}

ProfileReport ReportOf(const RunRecords& records, const ProfileOutcomes& profile,
                       const ReportOptions& options) {
  ProfileReport report;
  report.profile = profile.profile;
  report.tallies = TallyByItem(records.items.size(), profile.outcomes);
  const std::vector<Tally> untruncated =
      TallyByItem(records.items.size(), WithoutTruncated(profile.outcomes));
  report.score = ScoreOf(records.items, report.tallies, &untruncated);
  report.strata = StrataOf(records.items, report.tallies);
  report.reasons = ReasonsOf(profile.outcomes);
  report.refusal = RefusalOf(report.score, options.max_errored_share);
  return report;
}

const std::vector<Outcome>* OutcomesOf(const RunRecords& records, GradeProfile profile) {
  for (const ProfileOutcomes& one : records.profiles) {
    if (one.profile == profile) return &one.outcomes;
  }
  return nullptr;
}

}  // namespace

bool RunReport::HasHeadline() const {
  return std::all_of(profiles.begin(), profiles.end(),
                     [](const ProfileReport& profile) { return profile.refusal.empty(); });
}

RunReport Summarize(RunRecords records, const ReportOptions& options) {
  RunReport report;
  report.options = options;
  for (const ProfileOutcomes& profile : records.profiles) {
    report.profiles.push_back(ReportOf(records, profile, options));
  }
  const auto* official = OutcomesOf(records, GradeProfile::kOfficial);
  const auto* assay = OutcomesOf(records, GradeProfile::kAssay);
  if (official != nullptr && assay != nullptr) report.flips = FlipsBetween(*official, *assay);
  report.records = std::move(records);
  return report;
}

}  // namespace assay::eval
