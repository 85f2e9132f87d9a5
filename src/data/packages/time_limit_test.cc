#include "data/packages/time_limit.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

double Limit(PackageFormat format, double slowest_s, double multiplier, double resolution_s = 1) {
  PackageLimits limits;
  limits.time_multiplier = multiplier;
  limits.time_resolution_s = resolution_s;
  return TimeLimitFrom(format, limits, slowest_s);
}

TEST(TimeLimit, LegacyIsTheNearestSecond) {
  EXPECT_EQ(Limit(PackageFormat::kLegacy, 0.94, 1.5), 1);
  EXPECT_EQ(Limit(PackageFormat::kLegacy, 1.02, 2), 2);
  EXPECT_EQ(Limit(PackageFormat::kLegacy, 0.5, 5), 3);
  EXPECT_EQ(Limit(PackageFormat::kLegacy, 0.01, 5), 1);
}

TEST(TimeLimit, LaterFormatsRoundUpToTheResolution) {
  EXPECT_EQ(Limit(PackageFormat::k2023, 0.94, 1.5), 2);
  EXPECT_EQ(Limit(PackageFormat::k2023, 1, 2), 2);
  EXPECT_EQ(Limit(PackageFormat::k2023, 1.01, 2), 3);
  EXPECT_EQ(Limit(PackageFormat::k2023, 0.3, 2, 0.25), 0.75);
  EXPECT_EQ(Limit(PackageFormat::k2023, 0, 2, 0.25), 0.25);
}

bool Bounds(PackageFormat format, const std::string& folder) {
  PackageSubmission submission;
  submission.folder = folder;
  return BoundsTimeLimit(format, ExpectationOf(submission));
}

TEST(TimeLimit, IsBoundByWhatMustNotBreakIt) {
  EXPECT_TRUE(Bounds(PackageFormat::kLegacy, "accepted"));
  EXPECT_FALSE(Bounds(PackageFormat::kLegacy, "wrong_answer"));
  EXPECT_TRUE(Bounds(PackageFormat::k2023, "accepted"));
  EXPECT_TRUE(Bounds(PackageFormat::k2023, "wrong_answer"));
  EXPECT_TRUE(Bounds(PackageFormat::k2023, "run_time_error"));
  for (const char* folder : {"time_limit_exceeded", "rejected", "slow_accepted", "unheard_of"}) {
    EXPECT_FALSE(Bounds(PackageFormat::kLegacy, folder)) << folder;
    EXPECT_FALSE(Bounds(PackageFormat::k2023, folder)) << folder;
  }
}

}  // namespace
}  // namespace assay
