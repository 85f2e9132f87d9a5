#include "lab/shared/line/waiting_line.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace assay::lab {
namespace {

TEST(WaitingLine, WhatWaitsIsTakenInItsOrderAlsoAfterTheEnd) {
  WaitingLine<int> line(3, nullptr);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(line.Put(i));
  line.End();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(line.Take(), i);
  EXPECT_EQ(line.Take(), std::nullopt);
}

TEST(WaitingLine, WhoPutsWaitsForRoom) {
  WaitingLine<int> line(1, nullptr);
  std::vector<int> taken;
  std::thread worker([&] {
    while (const auto item = line.Take()) taken.push_back(*item);
  });
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(line.Put(i));
  line.End();
  worker.join();
  ASSERT_EQ(taken.size(), 100u);
  EXPECT_EQ(taken.back(), 99);
}

TEST(WaitingLine, AClosedLineLetsEverybodyGo) {
  WaitingLine<int> line(1, nullptr);
  EXPECT_TRUE(line.Put(1));
  std::thread closer([&] { line.Close(); });
  while (line.Put(2)) continue;
  closer.join();
  EXPECT_EQ(line.Take(), std::nullopt);
}

TEST(WaitingLine, AStopLetsEverybodyGo) {
  std::atomic<bool> stop{false};
  WaitingLine<int> full(1, &stop);
  WaitingLine<int> empty(1, &stop);
  EXPECT_TRUE(full.Put(1));
  std::thread putting([&] { EXPECT_FALSE(full.Put(2)); });
  std::thread taking([&] { EXPECT_EQ(empty.Take(), std::nullopt); });
  stop = true;
  putting.join();
  taking.join();
}

}  // namespace
}  // namespace assay::lab
