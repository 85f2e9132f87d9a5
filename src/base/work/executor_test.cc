#include "base/work/executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace assay {
namespace {

using ::testing::ElementsAre;

TEST(Executor, OneThreadKeepsTheOrder) {
  std::vector<int> done;
  Executor executor(100);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(executor.Submit(1, [&done, i] { done.push_back(i); }));
  executor.Flush();
  EXPECT_THAT(done, ElementsAre(0, 1, 2));
}

TEST(Executor, WhatDoesNotFitIsRefused) {
  std::promise<void> open;
  const std::shared_future<void> gate = open.get_future().share();
  Executor executor(100);
  EXPECT_TRUE(executor.Submit(1000, [gate] { gate.wait(); }));  // nothing is queued: always taken
  EXPECT_FALSE(executor.Submit(1, [] {}));
  open.set_value();
  executor.Flush();
  EXPECT_TRUE(executor.Submit(60, [] {}));
}

TEST(Executor, ThreadsWorkSideBySide) {
  std::promise<void> first, second;
  Executor executor(100, 2);
  // Each waits for the other: one thread would never end.
  executor.Submit(1, [&] {
    first.set_value();
    second.get_future().wait();
  });
  executor.Submit(1, [&] {
    first.get_future().wait();
    second.set_value();
  });
  executor.Flush();
}

TEST(Executor, TheEndCarriesOutWhatIsQueued) {
  std::atomic<int> done{0};
  {
    Executor executor(100, 3);
    for (int i = 0; i < 50; ++i) executor.Submit(1, [&done] { ++done; });
  }
  EXPECT_EQ(done, 50);
}

TEST(Executor, NothingIsHeldOnceFlushed) {
  auto held = std::make_shared<int>(1);
  Executor executor(100);
  executor.Submit(1, [held] {});
  executor.Flush();
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace assay
