#include "judging/runs/near_limit.h"

#include <gtest/gtest.h>

#include "judging/testing.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(NearLimit, GraceIsForTimeAlone) {
  Limits limits;
  limits.cpu_time = seconds(4);
  limits.wall_time = seconds(8);
  const Limits more = WithGrace(limits, 25);
  EXPECT_EQ(more.cpu_time, seconds(5));
  EXPECT_EQ(more.wall_time, seconds(10));
  EXPECT_EQ(more.memory_bytes, limits.memory_bytes);
}

TEST(NearLimit, StarvedTimeDoesNotCount) {
  Limits limits;
  limits.cpu_time = limits.wall_time = seconds(1);
  RunResult run = Exited(0);
  run.wall_time = milliseconds(1500);
  EXPECT_TRUE(ExceedsTime(run, limits));
  run.starved_time = milliseconds(600);
  EXPECT_FALSE(ExceedsTime(run, limits));
  EXPECT_TRUE(WasStarved(run));
  run.cpu_time = milliseconds(1001);
  EXPECT_TRUE(ExceedsTime(run, limits));
  StopAtLimit(limits, &run);
  EXPECT_EQ(run.status, RunStatus::kCpuLimit);
}

TEST(NearLimit, WallTimeDoesNotDecideAboutARunThatComputes) {
  Limits limits;
  limits.cpu_time = limits.wall_time = seconds(1);
  RunResult run = Exited(0);
  run.cpu_time = milliseconds(990);
  run.wall_time = milliseconds(1030);
  EXPECT_FALSE(ExceedsTime(run, limits));
  run.wall_time = milliseconds(1050);  // more idle than switching explains
  EXPECT_TRUE(ExceedsTime(run, limits));
  run.wall_time = milliseconds(1030);
  limits.cpu_time = seconds(2);  // the wall limit is the one meant
  EXPECT_TRUE(ExceedsTime(run, limits));
}

TEST(NearLimit, TheNearerTheMoreRuns) {
  Limits limits;
  limits.cpu_time = limits.wall_time = seconds(1);
  const std::vector<std::pair<int, int>> cases = {{900, 1},   {1000, 1},  {1005, 24}, {1010, 24},
                                                  {1020, 16}, {1050, 10}, {1200, 3}};
  for (const auto& [cost_ms, count] : cases) {
    RunResult run = Exited(0);
    run.wall_time = run.cpu_time = milliseconds(cost_ms);
    EXPECT_EQ(RunsThatDecide(run, limits), count) << cost_ms;
  }
  RunResult asleep = Exited(0);
  asleep.wall_time = milliseconds(1005);
  EXPECT_EQ(RunsThatDecide(asleep, limits), 2);
}

}  // namespace
}  // namespace assay
