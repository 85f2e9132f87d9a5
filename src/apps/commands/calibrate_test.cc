#include "apps/commands/calibrate.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/time_scale.h"

namespace assay {
namespace {

Calibration Of(std::vector<double> rounds, double reference = 1) {
  return Calibrate({{"w", reference, std::move(rounds)}});
}

TEST(Calibrate, TheMedianOfTheRoundsCounts) {
  const Calibration odd = Of({9, 1, 2, 0.1, 2.1});
  EXPECT_DOUBLE_EQ(odd.workloads.at(0).median_s, 2);
  EXPECT_DOUBLE_EQ(odd.workloads.at(0).ratio, 2);
  EXPECT_DOUBLE_EQ(Of({3, 1, 2, 4}).workloads.at(0).median_s, 2.5);
  EXPECT_DOUBLE_EQ(Of({1}).workloads.at(0).median_s, 1);
  EXPECT_DOUBLE_EQ(Of({3, 3}, 2).workloads.at(0).ratio, 1.5);
}

TEST(Calibrate, TheMultiplierIsRoundedUpToATwentieth) {
  EXPECT_DOUBLE_EQ(Of({1}).multiplier, 1);
  EXPECT_DOUBLE_EQ(Of({1.01}).multiplier, 1.05);
  EXPECT_DOUBLE_EQ(Of({1.05}).multiplier, 1.05);
  EXPECT_DOUBLE_EQ(Of({0.3}, 0.1).multiplier, 3);
  EXPECT_DOUBLE_EQ(Of({0.62}).multiplier, 0.65);
}

TEST(Calibrate, TheSlowestWorkloadDecides) {
  EXPECT_DOUBLE_EQ(Calibrate({{"a", 1, {0.5}}, {"b", 2, {3}}, {"c", 1, {1.2}}}).multiplier, 1.5);
}

TEST(Calibrate, TheMultiplierStaysWithinWhatTheOptionTakes) {
  EXPECT_DOUBLE_EQ(Of({1e9}).multiplier, kLargestTimeMultiplier);
  EXPECT_DOUBLE_EQ(Of({0}).multiplier, kLeastTimeMultiplier);
}

TEST(Calibrate, RoundsThatDisagreeAreNotTrusted) {
  EXPECT_TRUE(Of({1, 1.01, 1.02, 0.99, 1}).steady);
  // One round among many that met a neighbour changes nothing.
  EXPECT_TRUE(Of({1, 1, 1, 1, 1, 1, 1, 1, 30}).steady);
  const Calibration busy = Of({1, 1.5, 1, 2, 1.2, 1.7});
  EXPECT_FALSE(busy.steady);
  EXPECT_GT(busy.workloads.at(0).spread, 0.1);
}

TEST(Calibrate, WorkloadsHaveNamesAndReferences) {
  std::set<std::string_view> names;
  for (const CalibrationWorkload& workload : CalibrationWorkloads()) {
    EXPECT_TRUE(names.insert(workload.name).second) << workload.name;
    EXPECT_GT(workload.reference_s, 0) << workload.name;
  }
  EXPECT_GE(names.size(), 3u);
}

}  // namespace
}  // namespace assay
