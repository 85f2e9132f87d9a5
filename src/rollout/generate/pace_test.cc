#include "rollout/generate/pace.h"

#include <gtest/gtest.h>

#include "rollout/generate/budget.h"

namespace assay::rollout {
namespace {

SteadyTime At(int after_s) {
  return SteadyTime(std::chrono::seconds(after_s));
}

TEST(Pace, DoublesEachRoundUntilItIsTooMuch) {
  Pace pace(100);
  EXPECT_EQ(pace.limit(), 8);
  for (int i = 0; i < 8; ++i) pace.OnAnswer(true);
  EXPECT_EQ(pace.limit(), 16);
  for (int i = 0; i < 1000; ++i) pace.OnAnswer(true);
  EXPECT_EQ(pace.limit(), 100);
}

TEST(Pace, HalvesOnceForAllThatWereSentBefore) {
  Pace pace(64);
  for (int i = 0; i < 56; ++i) pace.OnAnswer(true);
  for (int i = 0; i < 20; ++i) pace.OnCrowded(At(1), At(2));
  EXPECT_EQ(pace.limit(), 32);
  pace.OnCrowded(At(3), At(4));
  EXPECT_EQ(pace.limit(), 16);
}

TEST(Pace, ThenGrowsByOneARoundAndNeverEnds) {
  Pace pace(64);
  pace.OnCrowded(At(1), At(2));
  ASSERT_EQ(pace.limit(), 4);
  for (int i = 0; i < 5; ++i) pace.OnAnswer(true);
  EXPECT_EQ(pace.limit(), 5);
  for (int i = 0; i < 100; ++i) pace.OnAnswer(false);
  EXPECT_EQ(pace.limit(), 5) << "nobody tried more";
  for (int i = 3; i < 20; ++i) pace.OnCrowded(At(i), At(i));
  EXPECT_EQ(pace.limit(), 1);
  EXPECT_EQ(Pace(3).limit(), 3);
}

TEST(Budget, CountsWhatIsUnderWay) {
  Budget budget({.requests = 10, .tokens = 100});
  const Spending most{.requests = 1, .prompt_tokens = 10, .completion_tokens = 50};
  ASSERT_TRUE(budget.Fits(most));
  budget.Reserve(most);
  EXPECT_FALSE(budget.Fits(most)) << "120 tokens might be spent";
  budget.Settle(most, {.requests = 1, .prompt_tokens = 10, .completion_tokens = 5});
  EXPECT_TRUE(budget.Fits(most));
  EXPECT_EQ(budget.spent().completion_tokens, 5);
}

TEST(Budget, BoundsRequestsAndCost) {
  Budget requests({.requests = 1});
  const Spending one{.requests = 1};
  EXPECT_TRUE(requests.Fits(one));
  requests.Reserve(one);
  EXPECT_FALSE(requests.Fits(one));
  const Budget cost({.cost = 1, .prompt_price = 2, .completion_price = 10});
  EXPECT_TRUE(cost.Fits({.prompt_tokens = 250'000, .completion_tokens = 50'000}));
  EXPECT_FALSE(cost.Fits({.prompt_tokens = 250'000, .completion_tokens = 50'001}));
}

TEST(Budget, FaultsAreNamed) {
  EXPECT_TRUE(CheckBudget({}).ok());
  EXPECT_FALSE(CheckBudget({.requests = 0}).ok());
  EXPECT_FALSE(CheckBudget({.tokens = -1}).ok());
  EXPECT_EQ(CheckBudget({.cost = 1}).error().field, "cost");
  EXPECT_TRUE(CheckBudget({.cost = 1, .prompt_price = 0, .completion_price = 1}).ok());
}

}  // namespace
}  // namespace assay::rollout
