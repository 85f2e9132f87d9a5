#include "lab/eval/metrics/score.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/check.h"

namespace assay::eval {
namespace {

constexpr int64_t kUsualK[] = {1,  2,  4,   5,   8,   10,  16,  20,  25,   32,
                               50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024};

using ValueOfItem = std::function<double(const Tally&)>;
using VarianceOfItem = std::function<std::optional<double>(const Tally&)>;

// The mean over `tallies` of a value each has, with both errors. `variance` of an item's value
// under other draws; when any item has none, the mean has no sampling error. REQUIRES: not empty.
Estimate MeanOver(const std::vector<EvalItem>& items, const std::vector<const Tally*>& tallies,
                  const ValueOfItem& value, const VarianceOfItem& variance) {
  ASSAY_CHECK(!tallies.empty());
  const auto number = static_cast<double>(tallies.size());
  std::vector<double> values;
  std::optional<double> variances = 0.0;
  double sum = 0;
  for (const Tally* tally : tallies) {
    values.push_back(value(*tally));
    sum += values.back();
    const std::optional<double> own = variances ? variance(*tally) : std::nullopt;
    variances = own ? std::optional<double>(*variances + *own) : std::nullopt;
  }
  Estimate estimate;
  estimate.value = sum / number;
  std::vector<Deviation> deviations;
  for (size_t i = 0; i < tallies.size(); ++i) {
    deviations.push_back({1 / number, values[i] - estimate.value, items[tallies[i]->item].cluster});
  }
  SetErrorOverProblems(deviations, &estimate);
  if (variances) SetSamplingError(*variances / (number * number), &estimate);
  return estimate;
}

std::optional<double> NoVariance(const Tally& /*tally*/) {
  return std::nullopt;
}

Estimate PassAt(const std::vector<EvalItem>& items, const std::vector<const Tally*>& judged,
                int64_t k) {
  return MeanOver(
      items, judged,
      [k](const Tally& tally) { return PassAtK(tally.counts.judged(), tally.counts.passed, k); },
      [k](const Tally& tally) {
        return PassAtKVariance(tally.counts.judged(), tally.counts.passed, k);
      });
}

Estimate PassHat(const std::vector<EvalItem>& items, const std::vector<const Tally*>& judged,
                 int64_t k) {
  return MeanOver(
      items, judged,
      [k](const Tally& tally) { return PassHatK(tally.counts.judged(), tally.counts.passed, k); },
      [k](const Tally& tally) {
        return PassHatKVariance(tally.counts.judged(), tally.counts.passed, k);
      });
}

std::vector<const Tally*> Judged(const std::vector<Tally>& tallies) {
  std::vector<const Tally*> judged;
  for (const Tally& tally : tallies) {
    if (tally.counts.judged() > 0) judged.push_back(&tally);
  }
  return judged;
}

size_t BinOf(const Tally& tally) {
  const int64_t passed = tally.counts.passed, judged = tally.counts.judged();
  if (passed == 0) return 0;
  if (passed == judged) return kSolveRateBins - 1;
  // The tenth whose upper bound is the first not below passed / judged, in whole numbers.
  return static_cast<size_t>((passed * 10 + judged - 1) / judged);
}

}  // namespace

std::vector<int64_t> ValuesOfK(int64_t n) {
  std::vector<int64_t> values;
  for (const int64_t k : kUsualK) {
    if (k < n) values.push_back(k);
  }
  if (n >= 1) values.push_back(n);
  return values;
}

Score ScoreOf(const std::vector<EvalItem>& items, const std::vector<Tally>& tallies,
              const std::vector<Tally>* untruncated) {
  Score score;
  score.items = tallies.size();
  score.solve_rates.assign(kSolveRateBins, 0);
  for (const Tally& tally : tallies) score.counts.Add(tally.counts);
  const std::vector<const Tally*> judged = Judged(tallies);
  score.judged_items = judged.size();
  if (judged.empty()) return score;

  std::vector<Deviation> clusters;
  score.min_samples = judged.front()->counts.judged();
  bool votes = false, partials = true;
  for (const Tally* tally : judged) {
    score.min_samples = std::min(score.min_samples, tally->counts.judged());
    score.max_samples = std::max(score.max_samples, tally->counts.judged());
    ++score.solve_rates[BinOf(*tally)];
    votes = votes || !tally->votes.empty();
    partials = partials && tally->partial.has_value();
    clusters.push_back({0, 0, items[tally->item].cluster});
  }
  score.clusters = CountClusters(clusters);
  if (score.min_samples == score.max_samples) score.avg_at_n = score.min_samples;
  for (const int64_t k : ValuesOfK(score.min_samples)) {
    score.pass_at_k.push_back({k, PassAt(items, judged, k)});
    score.pass_hat_k.push_back({k, PassHat(items, judged, k)});
    // Of k equal to some items' n and below others', only small ones can be computed.
    const bool feasible = k <= kLargestMajoritySubset || score.avg_at_n == k;
    if (!votes || !feasible) continue;
    const auto majority = [k](const Tally& tally) {
      return MajorityAtK(tally.votes, tally.abstained, k);
    };
    score.maj_at_k.push_back({k, MeanOver(items, judged, majority, NoVariance)});
  }
  if (partials) {
    const auto partial = [](const Tally& tally) { return *tally.partial; };
    score.partial = MeanOver(items, judged, partial, NoVariance);
  }
  if (untruncated != nullptr) {
    const std::vector<const Tally*> whole = Judged(*untruncated);
    if (!whole.empty()) score.untruncated = PassAt(items, whole, 1);
  }
  return score;
}

std::optional<Estimate> MeanOfGroups(const std::vector<EvalItem>& items,
                                     const std::vector<std::vector<Tally>>& groups) {
  struct Part {
    std::vector<const Tally*> judged;
    double mean = 0;
  };
  std::vector<Part> parts;
  Estimate estimate;
  double variance = 0;
  bool has_variance = true;  // of every group; no optional: GCC 12 takes its value for unset
  const auto number = static_cast<double>(groups.size());
  for (const std::vector<Tally>& group : groups) {
    Part part{Judged(group), 0};
    if (part.judged.empty()) return std::nullopt;
    const Estimate own = PassAt(items, part.judged, 1);
    part.mean = own.value;
    estimate.value += own.value;
    has_variance = has_variance && own.sampling_se.has_value();
    if (has_variance) variance += *own.sampling_se * *own.sampling_se;
    parts.push_back(std::move(part));
  }
  if (parts.empty()) return std::nullopt;
  estimate.value /= number;
  // A problem's part in the mean of means: its distance from the mean of its own group, so that
  // groups that differ are no error; rows of one problem in several groups are one cluster.
  std::vector<Deviation> deviations;
  for (const Part& part : parts) {
    const double weight = 1 / (number * static_cast<double>(part.judged.size()));
    for (const Tally* tally : part.judged) {
      deviations.push_back({weight, tally->SolveRate() - part.mean, items[tally->item].cluster});
    }
  }
  SetErrorOverProblems(deviations, &estimate);
  if (has_variance) SetSamplingError(variance / (number * number), &estimate);
  return estimate;
}

}  // namespace assay::eval
