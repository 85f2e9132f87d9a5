#include "base/lru_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace assay {
namespace {

using ::testing::ElementsAre;

std::vector<int> Keys(const LruList<int, std::string>& list) {
  std::vector<int> keys;
  for (const auto& entry : list.entries()) keys.push_back(entry.key);
  return keys;
}

TEST(LruList, UseDecidesTheOrder) {
  LruList<int, std::string> list;
  for (int key : {1, 2, 3}) list.Put(key, "", 10);
  EXPECT_THAT(Keys(list), ElementsAre(3, 2, 1));
  ASSERT_NE(list.Find(1), nullptr);
  EXPECT_EQ(list.Find(4), nullptr);
  EXPECT_THAT(Keys(list), ElementsAre(1, 3, 2));
  EXPECT_TRUE(list.Contains(3));  // which is no use
  EXPECT_EQ(list.TakeOldest().key, 2);
  EXPECT_EQ(list.TakeOldest().key, 3);
}

TEST(LruList, CostIsThatOfWhatIsThere) {
  LruList<int, std::string> list;
  list.Put(1, "a", 10);
  list.Put(2, "b", 5);
  list.Put(1, "c", 1);
  EXPECT_EQ(list.cost(), 6);
  EXPECT_EQ(list.size(), 2);
  const auto taken = list.Take(1);
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->value, "c");
  EXPECT_EQ(taken->cost, 1);
  EXPECT_EQ(list.cost(), 5);
  EXPECT_FALSE(list.Take(1).has_value());
}

TEST(LruList, WhatIsTakenOutLivesOn) {
  LruList<int, std::shared_ptr<int>> list;
  auto value = std::make_shared<int>(7);
  list.Put(1, value, 1);
  const auto taken = list.TakeOldest();
  EXPECT_EQ(list.size(), 0);
  EXPECT_EQ(value.use_count(), 2);
}

TEST(LruCache, LeastRecentlyUsedGoFirst) {
  constexpr int64_t kOne = LruCache<int>::kOverheadBytes + 2 + 100;
  LruCache<int> cache(3 * kOne);
  for (const char* key : {"a", "b", "c"}) EXPECT_TRUE(cache.Put(key, 1, 100));
  ASSERT_NE(cache.Find("a"), nullptr);
  EXPECT_TRUE(cache.Put("d", 2, 100));
  EXPECT_EQ(cache.Find("b"), nullptr);
  EXPECT_EQ(cache.size(), 3);
  EXPECT_TRUE(cache.Put("d", 3, 50));
  EXPECT_EQ(*cache.Find("d"), 3);
  EXPECT_EQ(cache.bytes(), 3 * kOne - 50);
  EXPECT_FALSE(cache.Put("giant", 1, 3 * kOne));
  EXPECT_EQ(cache.size(), 3);
  cache.Erase("d");
  EXPECT_EQ(cache.size(), 2);
}

TEST(LruCache, AReplacementThatDoesNotFitLeavesNothingStale) {
  LruCache<int> cache(1000);
  EXPECT_TRUE(cache.Put("a", 1, 10));
  EXPECT_FALSE(cache.Put("a", 2, 5000));
  EXPECT_EQ(cache.Find("a"), nullptr);
}

}  // namespace
}  // namespace assay
