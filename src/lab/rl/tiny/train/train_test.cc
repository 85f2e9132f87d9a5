#include <gtest/gtest.h>

#include <string>

#include "lab/rl/losses/recipe.h"
#include "lab/rl/orchestra/batch/rollout_record.h"
#include "lab/rl/tiny/train/trainer.h"

namespace assay::tiny {
namespace {

Shape SmallShape() {
  return {.vocabulary = 11, .context = 8, .width = 16, .heads = 2, .layers = 1};
}

double LogProbability(const Trainer& trainer, const std::vector<int>& prompt,
                      const std::vector<int>& answer) {
  Pass<float> pass(SmallShape());
  Sequences sequences;
  sequences.tokens = prompt;
  sequences.tokens.insert(sequences.tokens.end(), answer.begin(), answer.end());
  sequences.ends = {sequences.tokens.size()};
  pass.Forward(trainer.parameters(), sequences);
  double sum = 0;
  for (size_t i = prompt.size(); i < sequences.tokens.size(); ++i) {
    sum += static_cast<double>(pass.log_probabilities()[i]);
  }
  return sum;
}

Rollout Written(const Trainer& trainer, const std::vector<int>& answer,
                std::optional<double> reward, int64_t group) {
  Rollout rollout;
  rollout.prompt = {1, 2};
  rollout.tokens = answer;
  rollout.chosen.assign(answer.size(), 1);
  rollout.reward = reward;
  rollout.group = group;
  for (size_t i = 0; i < answer.size(); ++i) {
    const std::vector<int> before(answer.begin(), answer.begin() + static_cast<ptrdiff_t>(i));
    std::vector<int> with = before;
    with.push_back(answer[i]);
    rollout.logprobs.push_back(static_cast<float>(LogProbability(trainer, {1, 2}, with) -
                                                  LogProbability(trainer, {1, 2}, before)));
  }
  return rollout;
}

TEST(TinyTrainerTest, WhatIsImitatedBecomesLikely) {
  Trainer trainer(SmallShape(), FirstParameters(SmallShape(), 1));
  EXPECT_LT(LogProbability(trainer, {1, 2}, {3, 4, 10}), -5);
  for (int i = 0; i < 60; ++i) {
    trainer.Imitate({{{1, 2}, {3, 4, 10}}, {{2, 1}, {4, 10}}, {{5}, {6, 7, 8, 10}}}, 0.01);
  }
  EXPECT_GT(LogProbability(trainer, {1, 2}, {3, 4, 10}), -0.5);
  EXPECT_GT(LogProbability(trainer, {2, 1}, {4, 10}), -0.5);
}

TEST(TinyTrainerTest, EachRecipeMovesTowardsWhatWasRewarded) {
  for (const losses::Preset& preset : losses::Presets()) {
    losses::Recipe recipe = preset.recipe;
    recipe.length_penalty.reset();
    Trainer trainer(SmallShape(), FirstParameters(SmallShape(), 1));
    trainer.BeginRewards({});
    const double good = LogProbability(trainer, {1, 2}, {3, 10});
    const double bad = LogProbability(trainer, {1, 2}, {5, 10});
    for (int i = 0; i < 5; ++i) {
      const auto report = trainer.Learn(
          {Written(trainer, {3, 10}, 1, 7), Written(trainer, {5, 10}, 0, 7)}, recipe, 0.002);
      ASSERT_TRUE(report.ok()) << preset.name << ": " << report.error().message;
      EXPECT_EQ(report->reward, 0.5);
      EXPECT_EQ(report->tokens, 4);
    }
    EXPECT_GT(LogProbability(trainer, {1, 2}, {3, 10}) - good,
              LogProbability(trainer, {1, 2}, {5, 10}) - bad)
        << preset.name;
  }
}

TEST(TinyTrainerTest, WhatHasNoVerdictChangesNothing) {
  const losses::Recipe recipe = losses::FindPreset("scalerl")->recipe;
  Trainer with(SmallShape(), FirstParameters(SmallShape(), 1));
  Trainer without(SmallShape(), FirstParameters(SmallShape(), 1));
  const std::vector<Rollout> rollouts = {Written(with, {3, 10}, 1, 7),
                                         Written(with, {5, 10}, 0, 7)};
  std::vector<Rollout> more = rollouts;
  more.push_back(Written(with, {6, 10}, std::nullopt, 7));
  more.push_back(Written(with, {6, 10}, std::nullopt, 8));
  const auto report = with.Learn(more, recipe, 0.002);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->masked, 2);
  ASSERT_TRUE(without.Learn(rollouts, recipe, 0.002).ok());
  // The products of a pass are of other heights, which sums in another order.
  for (size_t i = 0; i < with.parameters().size(); ++i) {
    ASSERT_NEAR(with.parameters()[i], without.parameters()[i], 1e-5) << i;
  }
}

TEST(TinyTrainerTest, ABatchInPartsIsAsManyUpdates) {
  const losses::Recipe recipe = losses::FindPreset("deepseek-grpo")->recipe;
  Trainer whole(SmallShape(), FirstParameters(SmallShape(), 1));
  Trainer parts(SmallShape(), FirstParameters(SmallShape(), 1));
  std::vector<Rollout> rollouts;
  for (int64_t group = 0; group < 4; ++group) {
    rollouts.push_back(Written(whole, {3, 10}, 1, group));
    rollouts.push_back(Written(whole, {5, 10}, 0, group));
  }
  ASSERT_TRUE(whole.Learn(rollouts, recipe, 0.002).ok());
  ASSERT_TRUE(parts.Learn(rollouts, recipe, 0.002, 4).ok());
  EXPECT_GT(LogProbability(parts, {1, 2}, {3, 10}), LogProbability(whole, {1, 2}, {3, 10}));
}

TEST(TinyTrainerTest, BatchesOfTheOrchestratorAreRead) {
  orchestra::GroupRecord group;
  group.group = 9;
  group.messages = "[]";
  orchestra::RolloutRecord rollout;
  rollout.text.prompt_ids = {1, 2};
  rollout.text.token_ids = {3, 10};
  rollout.text.logprobs = {-0.5, -0.25};
  rollout.text.chosen = {true, false};
  rollout.reward = 1;
  group.rollouts = {rollout, rollout};
  group.rollouts[1].reward.reset();
  const std::string lines = orchestra::BatchLines(group, 3, orchestra::RecordShape::kAssay);
  const auto read = ReadRollouts(lines);
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].prompt, (std::vector<int>{1, 2}));
  EXPECT_EQ((*read)[0].chosen, (std::vector<uint8_t>{1, 0}));
  EXPECT_EQ((*read)[0].logprobs[1], -0.25F);
  EXPECT_EQ((*read)[0].group, 9);
  EXPECT_EQ((*read)[0].reward, 1.0);
  EXPECT_FALSE((*read)[1].reward);
  EXPECT_FALSE(ReadRollouts("{\"prompt_ids\": [1]}\n").ok());
}

}  // namespace
}  // namespace assay::tiny
