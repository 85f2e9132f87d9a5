#include "lab/eval/metrics/paired.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "base/check.h"
#include "lab/eval/metrics/at_k.h"

namespace assay::eval {
namespace {

double Rate(int64_t passed, int64_t judged) {
  return static_cast<double>(passed) / static_cast<double>(judged);
}

bool JudgedInBoth(const PairedItem& item) {
  return item.judged_a > 0 && item.judged_b > 0;
}

// Of passed_b / judged_b - passed_a / judged_a: -1, 0 or 1, without rounding.
int Sign(const PairedItem& item) {
  const int64_t left = item.passed_b * item.judged_a, right = item.passed_a * item.judged_b;
  return left > right ? 1 : left < right ? -1 : 0;
}

void SetMeans(const std::vector<PairedItem>& items, PairedDifference* result) {
  double sum_a = 0, sum_b = 0;
  std::optional<double> variance = 0.0;
  for (const PairedItem& item : items) {
    if (!JudgedInBoth(item)) continue;
    ++result->problems;
    sum_a += Rate(item.passed_a, item.judged_a);
    sum_b += Rate(item.passed_b, item.judged_b);
    const auto of_a = PassAtKVariance(item.judged_a, item.passed_a, 1);
    const auto of_b = PassAtKVariance(item.judged_b, item.passed_b, 1);
    variance =
        variance && of_a && of_b ? std::optional<double>(*variance + *of_a + *of_b) : std::nullopt;
  }
  if (result->problems == 0) return;
  const auto number = static_cast<double>(result->problems);
  result->score_a = sum_a / number;
  result->score_b = sum_b / number;
  result->difference = result->score_b - result->score_a;
  if (variance) result->sampling_se = std::sqrt(*variance) / number;
}

void SetErrorsAndTest(const std::vector<PairedItem>& items, PairedDifference* result) {
  struct Cluster {
    double sum = 0;
    int only_sign = 0;
    size_t rows = 0;
  };
  const double weight = 1 / static_cast<double>(result->problems);
  std::vector<Deviation> deviations;
  std::map<std::string_view, Cluster> clusters;
  for (const PairedItem& item : items) {
    if (!JudgedInBoth(item)) continue;
    const double own = Rate(item.passed_b, item.judged_b) - Rate(item.passed_a, item.judged_a);
    deviations.push_back({weight, own - result->difference, item.cluster});
    Cluster& cluster = clusters[item.cluster];
    cluster.sum += own;
    cluster.only_sign = Sign(item);
    ++cluster.rows;
  }
  result->clusters = clusters.size();
  for (const auto& [name, cluster] : clusters) {
    constexpr double kRounding = 1e-9;  // of sums of a few rates
    const int sign = cluster.rows == 1          ? cluster.only_sign
                     : cluster.sum > kRounding  ? 1
                     : cluster.sum < -kRounding ? -1
                                                : 0;
    ++(sign > 0 ? result->b_better : sign < 0 ? result->a_better : result->equal);
  }
  result->p_value =
      McNemarExact(static_cast<int64_t>(result->b_better), static_cast<int64_t>(result->a_better));
  result->problems_se = ClusteredStandardError(deviations);
  if (!result->problems_se) return;
  const double half = CriticalValue(result->clusters) * *result->problems_se;
  result->problems_interval =
      Interval{std::max(-1.0, result->difference - half), std::min(1.0, result->difference + half)};
}

}  // namespace

double McNemarExact(int64_t one_way, int64_t other_way) {
  ASSAY_CHECK(one_way >= 0 && other_way >= 0);
  const int64_t number = one_way + other_way, fewer = std::min(one_way, other_way);
  // The terms C(number, i) / 2^number from the largest down, each from the one before: the first by
  // logarithms, since 2^number may be too large.
  const auto n = static_cast<double>(number), k = static_cast<double>(fewer);
  int sign = 0;
  double term = std::exp(::lgamma_r(n + 1, &sign) - ::lgamma_r(k + 1, &sign) -
                         ::lgamma_r(n - k + 1, &sign) - n * std::log(2.0));
  double sum = 0;
  for (int64_t i = fewer; i >= 0; --i) {
    sum += term;
    term *= static_cast<double>(i) / static_cast<double>(number - i + 1);
  }
  return std::min(1.0, 2 * sum);
}

std::optional<PairedDifference> ComparePaired(const std::vector<PairedItem>& items) {
  PairedDifference result;
  SetMeans(items, &result);
  if (result.problems == 0) return std::nullopt;
  SetErrorsAndTest(items, &result);
  return result;
}

bool Flipped(const PairedItem& item) {
  if (!JudgedInBoth(item)) return false;
  return (2 * item.passed_a > item.judged_a) != (2 * item.passed_b > item.judged_b);
}

}  // namespace assay::eval
