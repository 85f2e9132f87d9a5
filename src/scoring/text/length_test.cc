#include "scoring/text/length.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay::scoring {
namespace {

// Equation 13 of DAPO as it is printed, with L_max and L_cache.
double SoftOverlong(double length, double l_max, double l_cache) {
  if (length <= l_max - l_cache) return 0;
  if (length <= l_max) return ((l_max - l_cache) - length) / l_cache;
  return -1;
}

TEST(LengthPenalty, IsDaposWithItsNames) {
  const double l_max = 16384 + 4096;
  const double l_cache = 4096;
  const LengthRule rule = {LengthUnit::kTokens, l_max - l_cache, l_max};
  for (double length = 0; length < 30'000; length += 37) {
    EXPECT_DOUBLE_EQ(LengthPenalty(length, rule), SoftOverlong(length, l_max, l_cache)) << length;
  }
  EXPECT_EQ(LengthPenalty(l_max - l_cache, rule), 0);
  EXPECT_EQ(LengthPenalty(l_max, rule), -1);
  EXPECT_EQ(LengthPenalty(l_max - l_cache / 2, rule), -0.5);
}

TEST(LengthPenalty, IsTheScalingPapersToo) {
  // clip((L_max - |y|) / L_cache - 1, -1, 0) with L_max 14k and L_cache 2k.
  const LengthRule rule = {LengthUnit::kTokens, 12'000, 14'000};
  for (double length = 0; length < 20'000; length += 91) {
    const double printed = std::min(0.0, std::max(-1.0, (14'000 - length) / 2'000 - 1));
    EXPECT_NEAR(LengthPenalty(length, rule), printed, 1e-12) << length;
  }
}

TEST(LengthPenalty, MayBeginAtNothing) {
  const LengthRule rule = {LengthUnit::kCharacters, 0, 10};
  EXPECT_EQ(LengthPenalty(0, rule), 0);
  EXPECT_EQ(LengthPenalty(1, rule), -0.1);
  EXPECT_EQ(LengthPenalty(11, rule), -1);
}

}  // namespace
}  // namespace assay::scoring
