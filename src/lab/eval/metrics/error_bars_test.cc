#include "lab/eval/metrics/error_bars.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::eval {
namespace {

constexpr double kZ = 1.959963984540054;

TEST(StudentQuantile, AgreesWithPrintedTables) {
  EXPECT_NEAR(StudentQuantile(0.975, 1), 12.706205, 1e-5);
  EXPECT_NEAR(StudentQuantile(0.975, 2), 4.302653, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 9), 2.262157, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 29), 2.045230, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.95, 5), 2.015048, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 1e7), kZ, 1e-6);
  EXPECT_EQ(CriticalValue(30), StudentQuantile(0.975, 29));
}

std::vector<Deviation> Deviations(const std::vector<double>& values,
                                  const std::vector<std::string>& clusters) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  std::vector<Deviation> deviations;
  for (size_t i = 0; i < values.size(); ++i) {
    deviations.push_back({1 / static_cast<double>(values.size()), values[i] - mean, clusters[i]});
  }
  return deviations;
}

TEST(ClusteredStandardError, WithoutClustersIsThatOfAMean) {
  // The sample deviation of 1, 0, 0, 1, 1 is sqrt(0.3).
  const auto se = ClusteredStandardError(Deviations({1, 0, 0, 1, 1}, {"a", "b", "c", "d", "e"}));
  EXPECT_NEAR(se.value(), std::sqrt(0.3 / 5), 1e-12);
}

TEST(ClusteredStandardError, RowsThatRepeatAddNothing) {
  const auto once = ClusteredStandardError(Deviations({1, 0, 0.5}, {"a", "b", "c"}));
  const auto thrice = ClusteredStandardError(
      Deviations({1, 0, 0.5, 1, 0, 0.5, 1, 0, 0.5}, {"a", "b", "c", "a", "b", "c", "a", "b", "c"}));
  EXPECT_NEAR(once.value(), thrice.value(), 1e-12);
}

TEST(ClusteredStandardError, IsAbsentForOneCluster) {
  EXPECT_FALSE(ClusteredStandardError(Deviations({1, 0}, {"a", "a"})));
}

TEST(ErrorOverProblems, IsNoPointWhereEverythingIsSolved) {
  Estimate estimate;
  estimate.value = 1;
  SetErrorOverProblems(Deviations({1, 1, 1, 1}, {"a", "b", "c", "d"}), &estimate);
  EXPECT_EQ(estimate.problems_se.value(), 0);
  EXPECT_NEAR(estimate.problems_interval->high, 1, 1e-12);
  EXPECT_LT(estimate.problems_interval->low, 0.5);
}

TEST(ErrorOverProblems, OfOneSampleEachIsWilsonsWithStudentsT) {
  Estimate estimate;
  estimate.value = 0.6;
  SetErrorOverProblems(Deviations({1, 0, 0, 1, 1}, {"a", "b", "c", "d", "e"}), &estimate);
  // p (1 - p) / se^2 is one less than the number of problems.
  const Interval expected = lab::WilsonInterval(0.6, 4, CriticalValue(5));
  EXPECT_NEAR(estimate.problems_interval->low, expected.low, 1e-9);
  EXPECT_NEAR(estimate.problems_interval->high, expected.high, 1e-9);
}

TEST(SamplingError, StaysWithinTheScale) {
  Estimate estimate;
  estimate.value = 0.02;
  SetSamplingError(0.0004, &estimate);
  EXPECT_NEAR(estimate.sampling_se.value(), 0.02, 1e-12);
  EXPECT_EQ(estimate.sampling_interval->low, 0);
  EXPECT_NEAR(estimate.sampling_interval->high, 0.02 + kZ * 0.02, 1e-12);
}

}  // namespace
}  // namespace assay::eval
