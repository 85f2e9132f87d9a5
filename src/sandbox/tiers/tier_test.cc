#include "sandbox/tiers/tier.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>
#include <string>

namespace assay {
namespace {

Status Works(BoxMaking& making) {
  making.name += "w";
  return {};
}
Status Fails(BoxMaking&) {
  return SystemError("sandbox.inner", EPERM, "no");
}
Status ClonesInSpawner(BoxMaking& making) {
  making.agent = 17;
  return {};
}

Tier Made(std::span<const BoxStep> steps) {
  return {"made", nullptr, steps, nullptr, ProgramUser::kOwn};
}

TEST(Tier, StepsHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const BoxStep& step : PrivilegedTier().steps) {
    EXPECT_TRUE(names.insert(step.name).second) << step.name;
  }
  EXPECT_GT(names.size(), 20U);
}

TEST(TakeSteps, TimesEachInOrderAndNamesTheOneThatFails) {
  constexpr BoxStep kSteps[] = {{"first", Works}, {"second", Fails}, {"third", Works}};
  BoxMaking making;
  const Status status = TakeSteps(Made(kSteps), making);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().stage, "sandbox.second");
  EXPECT_EQ(status.error().sys_errno, EPERM);
  EXPECT_EQ(making.name, "w");
  ASSERT_EQ(making.times.size(), 1U);
  EXPECT_EQ(making.times[0].stage, "first");
}

TEST(TakeSteps, EndsInTheSpawnerWithTheCloneAndGoesOnInTheAgent) {
  constexpr BoxStep kSteps[] = {{"before", Works}, {"clone", ClonesInSpawner}, {"after", Works}};
  BoxMaking making;
  ASSERT_TRUE(TakeSteps(Made(kSteps), making).ok());
  EXPECT_EQ(making.name, "w");
  making.agent = 0;
  ASSERT_TRUE(TakeSteps(Made(kSteps), making).ok());
  EXPECT_EQ(making.name, "ww");
}

}  // namespace
}  // namespace assay
