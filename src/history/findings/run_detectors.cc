// What is wrong with the rewards of a run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "history/findings/chance.h"
#include "history/findings/detectors.h"

namespace assay {
namespace {

constexpr size_t kLeastProblems = 30;
constexpr size_t kLeastPasses = 30;
constexpr double kFewProblems = 0.15;  // of those of a run

constexpr int64_t kLeastGroups = 30;
constexpr int64_t kLeastRollouts = 4;  // of a group
constexpr double kSameShare = 0.75;    // surely exceeded

// A jump is looked for between the means of up to so many steps before and after.
constexpr size_t kWindow = 6;
constexpr size_t kLeastBeside = 3;
constexpr int64_t kLeastInStep = 16;  // judged rollouts
constexpr double kLeastJump = 0.12;
constexpr double kDeviations = 5.5;

Finding Of(FindingKind kind, Severity severity, const RunTally& run) {
  Finding finding;
  finding.kind = kind;
  finding.severity = severity;
  finding.subject_kind = SubjectKind::kRun;
  finding.subject = run.name;
  finding.since = run.first_time;
  return finding;
}

void Concentrated(const RunTally& run, std::vector<Finding>* found) {
  if (run.reward.size() < kLeastProblems || run.passes.count < int64_t{kLeastPasses}) return;
  std::vector<double> rewards;
  double total = 0;
  double squares = 0;
  for (const auto& [problem, reward] : run.reward) {
    rewards.push_back(reward);
    total += reward;
    squares += reward * reward;
  }
  if (total <= 0) return;
  // As many problems with equal rewards would be as concentrated.
  const double effective = total * total / squares;
  if (effective > kFewProblems * static_cast<double>(rewards.size())) return;
  std::sort(rewards.begin(), rewards.end(), std::greater<>());
  const auto few = std::min(rewards.size(), static_cast<size_t>(std::ceil(effective)));
  double most = 0;
  for (size_t i = 0; i < few; ++i) most += rewards[i];
  Finding finding = Of(FindingKind::kRewardConcentrated, Severity::kSerious, run);
  finding.text = fmt::format("{:.0f} % of the reward comes from {} of {} problems.",
                             100 * most / total, few, rewards.size());
  finding.count = run.passes.count;
  finding.since = run.passes.since;
  finding.evidence = run.passes.ids;
  found->push_back(std::move(finding));
}

void WithoutVariance(const RunTally& run, std::vector<Finding>* found) {
  const GroupCounts groups = CountGroups(run, kLeastRollouts);
  if (groups.total < kLeastGroups) return;
  if (LowestShare(groups.without_variance, groups.total) < kSameShare) return;
  Finding finding = Of(FindingKind::kGroupsWithoutVariance, Severity::kWarning, run);
  finding.text = fmt::format(
      "In {} of {} groups all rollouts have the same score: they teach "
      "nothing.",
      groups.without_variance, groups.total);
  finding.count = groups.without_variance;
  finding.evidence = run.passes.ids;
  found->push_back(std::move(finding));
}

struct StepMean {
  int64_t step = 0;
  double beyond = 0;  // what its problems usually give
  double score = 0;
};

std::vector<StepMean> MeansOf(const RunTally& run) {
  std::vector<StepMean> means;
  for (const auto& [step, tally] : run.steps) {
    if (tally.judged < kLeastInStep) continue;
    const auto count = static_cast<double>(tally.judged);
    means.push_back({step, tally.beyond_sum / count, tally.score_sum / count});
  }
  std::sort(means.begin(), means.end(),
            [](const StepMean& a, const StepMean& b) { return a.step < b.step; });
  return means;
}

// Of one step's mean, from neighbours: what lasts longer than a step hardly shows in it. The
// median, so that the jump itself doesn't.
double NoiseOf(const std::vector<StepMean>& means) {
  std::vector<double> changes;
  for (size_t i = 1; i < means.size(); ++i) {
    changes.push_back(std::abs(means[i].beyond - means[i - 1].beyond));
  }
  const auto middle = changes.begin() + static_cast<std::ptrdiff_t>(changes.size() / 2);
  std::nth_element(changes.begin(), middle, changes.end());
  // From the median of a normal variable's size, and from a difference of two.
  return std::max(*middle / 0.6745 / std::sqrt(2.0), 0.01);
}

double MeanOf(const std::vector<StepMean>& means, size_t from, size_t to, double StepMean::*value) {
  double sum = 0;
  for (size_t i = from; i < to; ++i) sum += means[i].*value;
  return sum / static_cast<double>(to - from);
}

}  // namespace

GroupCounts CountGroups(const RunTally& run, int64_t least_rollouts) {
  GroupCounts counts;
  for (const auto& [id, group] : run.groups) {
    if (group.judged < least_rollouts) continue;
    ++counts.total;
    counts.without_variance += !group.varies;
  }
  return counts;
}

std::vector<RewardJump> FindJumps(const RunTally& run) {
  const std::vector<StepMean> means = MeansOf(run);
  std::vector<RewardJump> jumps;
  if (means.size() < 2 * kLeastBeside) return jumps;
  const double noise = NoiseOf(means);
  size_t free_from = 0;  // steps before belong to a jump that was found
  while (true) {
    double best = 0;
    size_t best_at = 0;
    for (size_t at = std::max(free_from, kLeastBeside); at + kLeastBeside <= means.size(); ++at) {
      const size_t from = at > kWindow ? at - kWindow : 0;
      const size_t to = std::min(means.size(), at + kWindow);
      const double rise =
          MeanOf(means, at, to, &StepMean::beyond) - MeanOf(means, from, at, &StepMean::beyond);
      const double deviation = noise * std::sqrt(1.0 / static_cast<double>(at - from) +
                                                 1.0 / static_cast<double>(to - at));
      if (rise < kLeastJump || rise < kDeviations * deviation) continue;
      if (rise / deviation > best) {
        best = rise / deviation;
        best_at = at;
      }
    }
    if (best == 0) return jumps;
    const size_t from = best_at > kWindow ? best_at - kWindow : 0;
    const size_t to = std::min(means.size(), best_at + kWindow);
    jumps.push_back({means[best_at].step, MeanOf(means, from, best_at, &StepMean::score),
                     MeanOf(means, best_at, to, &StepMean::score)});
    free_from = best_at + kWindow;
  }
}

std::vector<Finding> FindInRuns(const std::vector<RunTally>& runs) {
  std::vector<Finding> found;
  for (const RunTally& run : runs) {
    Concentrated(run, &found);
    WithoutVariance(run, &found);
    for (const RewardJump& jump : FindJumps(run)) {
      const StepTally& step = run.steps.at(jump.step);
      Finding finding = Of(FindingKind::kRewardJump, Severity::kWarning, run);
      finding.text = fmt::format("At step {} the mean score jumps from {:.2f} to {:.2f}.",
                                 jump.step, jump.from, jump.to);
      finding.count = step.judged;
      finding.evidence = step.some;
      found.push_back(std::move(finding));
    }
  }
  return found;
}

}  // namespace assay
