#include "api/shared/limit_policy.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(LimitPolicy, MemoryIsWhatWasAskedBelowTheCeiling) {
  LimitPolicy policy;
  EXPECT_EQ(policy.Memory(5), 5);
  EXPECT_EQ(policy.Memory(0), 0);
  EXPECT_EQ(policy.Memory(-1), 0);
  policy.memory_guard_bytes = 70;
  EXPECT_EQ(policy.Memory(5), 5);
  EXPECT_EQ(policy.Memory(80), 80);
  EXPECT_EQ(policy.Memory(0), 70);
  policy.memory_ceiling_bytes = 100;
  EXPECT_EQ(policy.Memory(5), 5);
  EXPECT_EQ(policy.Memory(101), 100);
  // Nobody is without a limit where there is a ceiling.
  EXPECT_EQ(policy.Memory(0), 100);
  EXPECT_EQ(policy.Memory(-1), 100);
}

TEST(LimitPolicy, MemoryIsWhatAnEngineTakes) {
  LimitPolicy policy;
  EXPECT_EQ(policy.Memory(1LL << 50), 1LL << 40);
  policy.memory_guard_bytes = 1LL << 41;  // of large machines
  EXPECT_EQ(policy.Memory(0), 1LL << 40);
  policy.memory_ceiling_bytes = 1LL << 41;
  EXPECT_EQ(policy.Memory(0), 1LL << 40);
  EXPECT_EQ(policy.Memory(1LL << 50), 1LL << 40);
}

TEST(LimitPolicy, CompatibleTimesAreShortened) {
  LimitPolicy policy;
  policy.max_time_limit_s = 60;
  EXPECT_EQ(policy.Time(1.5), milliseconds(1500));
  EXPECT_EQ(policy.Time(1e12), seconds(60));
  EXPECT_EQ(policy.Time(1e-12).count(), 1);  // an engine refuses a limit of nothing
  EXPECT_EQ(policy.Time(0).count(), 0);
  EXPECT_EQ(policy.Time(-1).count(), 0);
}

TEST(LimitPolicy, RunsAndCompilesOfCompatibleRoutes) {
  LimitPolicy policy;
  policy.output_bytes = 7;
  policy.memory_ceiling_bytes = 1 << 20;
  const Limits run = policy.OfRun(2, 1 << 30);
  EXPECT_EQ(run.cpu_time, seconds(2));
  EXPECT_EQ(run.wall_time, seconds(2));
  EXPECT_EQ(run.memory_bytes, 1 << 20);
  EXPECT_EQ(run.output_bytes, 7);
  // The program's own limits never touch its compiler.
  const Limits compile = policy.OfCompile(3);
  EXPECT_EQ(compile.cpu_time, seconds(3));
  EXPECT_EQ(compile.wall_time, seconds(3));
  EXPECT_EQ(compile.memory_bytes, 1 << 20);
  EXPECT_EQ(compile.output_bytes, Limits().output_bytes);
}

}  // namespace
}  // namespace assay
