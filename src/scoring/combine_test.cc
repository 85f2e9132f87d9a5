#include "scoring/combine.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::scoring {
namespace {

Total Of(const std::vector<Weighted>& functions) {
  return Combine(functions);
}

TEST(Combine, IsTheWeightedSum) {
  const Total total = Of({{1, false, 1.0}, {0.2, false, 0.5}, {-2, false, 0.25}});
  EXPECT_DOUBLE_EQ(*total.score, 1 + 0.1 - 0.5);
  EXPECT_EQ(total.scale, 1);
  EXPECT_FALSE(total.masked_by);
}

TEST(Combine, WhatHasNoValueMasksAndIsNoZero) {
  const Total total = Of({{1, false, 1.0}, {0.1, false, std::nullopt}, {1, false, std::nullopt}});
  EXPECT_FALSE(total.score);
  EXPECT_EQ(total.masked_by, 1u);
}

TEST(Combine, MetricsNeverMask) {
  const Total total = Of({{0, false, std::nullopt}, {1, false, 0.5}, {0, false, 7.0}});
  EXPECT_EQ(total.score, 0.5);
  EXPECT_EQ(total.scale, 1);
}

TEST(Combine, OptionalOnesAreLeftOutAndNotCountedAsZero) {
  // All that is known says the best there is, so the score is the best there is.
  EXPECT_DOUBLE_EQ(*Of({{0.8, false, 1.0}, {0.2, true, std::nullopt}}).score, 1.0);
  const Total total = Of({{0.6, false, 0.5}, {0.2, false, 1.0}, {-0.2, true, std::nullopt}});
  EXPECT_DOUBLE_EQ(*total.score, (0.3 + 0.2) / 0.8);
  EXPECT_DOUBLE_EQ(total.scale, 1.25);
  EXPECT_DOUBLE_EQ(*Of({{0.8, false, 1.0}, {0.2, true, 0.0}}).score, 0.8);
}

TEST(Combine, NothingButOptionalOnesWithoutValuesMasks) {
  const Total total = Of({{0, false, 1.0}, {1, true, std::nullopt}, {1, true, std::nullopt}});
  EXPECT_FALSE(total.score);
  EXPECT_EQ(total.masked_by, 1u);
}

}  // namespace
}  // namespace assay::scoring
