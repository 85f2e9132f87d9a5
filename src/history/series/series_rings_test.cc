#include "history/series/series_rings.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

SeriesRings Two() {
  return SeriesRings({{"mean", "", "", SeriesFold::kMean}, {"most", "", "", SeriesFold::kLargest}});
}

TEST(SeriesRings, CoarserSlotsHaveTheMeanOrTheLargest) {
  SeriesRings rings = Two();
  for (int i = 0; i < 10; ++i) {
    rings.Add(0, 1000 + i, i);
    rings.Add(1, 1000 + i, i);
  }
  EXPECT_EQ(rings.Get(0, 1, 100, 1)[0], 4.5);
  EXPECT_EQ(rings.Get(1, 1, 100, 1)[0], 9);
  EXPECT_EQ(rings.Get(0, 0, 1003, 2), (SeriesValues{3, 4}));
}

TEST(SeriesRings, WhatIsLeftOutOrHasTurnedIsUnknown) {
  SeriesRings rings = Two();
  rings.Add(0, 1000, 1);
  rings.Add(0, 1002, 3);
  EXPECT_EQ(rings.Get(0, 0, 1000, 3), (SeriesValues{1, std::nullopt, 3}));
  rings.Add(0, 1900, 5);  // the place of second 1000
  EXPECT_EQ(rings.Get(0, 0, 1000, 1)[0], std::nullopt);
  rings.Add(0, 1000, 7);  // too old
  EXPECT_EQ(rings.Get(0, 0, 1900, 1)[0], 5);
}

TEST(SeriesRings, CompleteSlotsAreToldOnceAndRestored) {
  SeriesRings rings = Two();
  for (int i = 0; i < 25; ++i) rings.Add(0, 1000 + i, 2);
  std::vector<int64_t> told;
  const auto take = [&](size_t series, int64_t slot, double value) {
    EXPECT_EQ(series, 0u);
    EXPECT_EQ(value, 2);
    told.push_back(slot);
  };
  rings.TakeComplete(1, 1009, take);
  EXPECT_TRUE(told.empty());
  rings.TakeComplete(1, 1010, take);
  rings.TakeComplete(1, 1015, take);
  rings.TakeComplete(1, 1024, take);
  EXPECT_EQ(told, (std::vector<int64_t>{100, 101}));
  SeriesRings later = Two();
  for (const int64_t slot : told) later.Restore(0, 1, slot, 2);
  EXPECT_EQ(later.Get(0, 1, 100, 3), (SeriesValues{2, 2, std::nullopt}));
}

TEST(SeriesRings, TheFinestLevelThatReachesBack) {
  EXPECT_EQ(SeriesRings::LevelFor(1000, 1500, 1), 0);
  EXPECT_EQ(SeriesRings::LevelFor(1000, 1500, 10), 1);
  EXPECT_EQ(SeriesRings::LevelFor(0, 1000, 1), 1);
  EXPECT_EQ(SeriesRings::LevelFor(0, 100'000, 1), 2);
  EXPECT_EQ(SeriesRings::LevelFor(0, 1'000'000'000, 1), 2);
}

}  // namespace
}  // namespace assay
