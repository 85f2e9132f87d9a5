#include "lab/rl/curriculum/plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::curriculum {
namespace {

using testing::HasSubstr;

std::string FaultOf(const std::string& yaml) {
  const auto plan = ParsePlan(yaml, "p.yaml");
  return plan.ok() ? "" : plan.error().message;
}

TEST(Plan, StagesHaveWhatStandsBeforeThem) {
  const auto plan = ParsePlan(R"(
name: two
seed: 7
groups: 4
rollouts: [8, 16]
uniform: drop
retire: {from: 9/10, over: all}
stages:
  - {name: a, domains: math, solved_share: {to: 6/16}, steps: 3}
  - {name: b, groups: 2, temperature: [0.5, 1], draw: pools, pools: {by: share, easy: 0}}
)",
                              "p.yaml");
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  ASSERT_EQ(plan->stages.size(), 2u);
  EXPECT_EQ(plan->seed, 7u);
  const Stage& a = plan->stages[0];
  EXPECT_EQ(a.groups, 4);
  EXPECT_EQ(a.domains, std::vector<std::string>{"math"});
  EXPECT_EQ(a.measured.highest, 0.375);
  EXPECT_EQ(a.steps, 3);
  EXPECT_EQ(a.retire_from, 0.9);
  EXPECT_EQ(a.retire_over, RateOver::kAll);
  const Stage& b = plan->stages[1];
  EXPECT_EQ(b.groups, 2);
  EXPECT_FALSE(b.measured.any());
  EXPECT_EQ(b.uniform, Uniform::kDrop);
  EXPECT_EQ(b.pools.by, PoolBy::kShare);
  EXPECT_EQ(b.pools.numbers[static_cast<size_t>(Pool::kEasy)], 0);
  EXPECT_EQ(b.temperature.At(0), 0.5);
  EXPECT_EQ(b.temperature.At(5), 1);
  EXPECT_EQ(b.rollouts.At(1), 16);
}

TEST(Plan, FaultsNameLineKeyAndWhatToWrite) {
  const std::string head = "name: x\n";
  EXPECT_EQ(FaultOf(head + "stages: [{name: a, rollouts: 0}]"),
            "p.yaml:2: stages[0].rollouts: must be a number from 1 to 4096, or a list of them by "
            "epoch, not '0'");
  EXPECT_THAT(FaultOf(head + "stages:\n  - {name: a, rolouts: 8}"),
              HasSubstr("p.yaml:3: stages[0].rolouts: unknown key"));
  EXPECT_EQ(FaultOf(head + "retire: {from: 16/9}\nstages: [{name: a}]"),
            "p.yaml:2: retire.from: must be a share such as 0.375 or 6/16, not '16/9'");
  EXPECT_THAT(FaultOf(head + "stages: [{name: a}, {name: a}]"), HasSubstr("is there twice"));
  EXPECT_THAT(FaultOf(head + "stages: []"), HasSubstr("must be a list of stages"));
  EXPECT_THAT(FaultOf("[1]"), HasSubstr("the plan: must be a map"));
  EXPECT_THAT(FaultOf("stages: [{name: a}]"), HasSubstr("name: is missing"));
  EXPECT_THAT(FaultOf(head + "stages: [{name: a, solved_share: {from: 0.5, to: 0.25}}]"),
              HasSubstr("stages[0].solved_share.from: must not be above `to`"));
  EXPECT_THAT(FaultOf(head + "stages: [{name: a, domain_weights: {math: 1}}]"),
              HasSubstr("goes with one_domain: true"));
  EXPECT_THAT(
      FaultOf(head + "stages: [{name: a, pools: {unseen: 0, hard: 0, normal: 0, easy: 0}}]"),
      HasSubstr("nothing would ever be drawn"));
  EXPECT_THAT(FaultOf(head + "stages: [{name: a, draw: pools, leave_out_from: 0.9}]"),
              HasSubstr("goes with draw: shuffled"));
  EXPECT_THAT(FaultOf(head + "stages: [{name: a, temperature: .nan}]"), HasSubstr("must be"));
  EXPECT_THAT(FaultOf("name: ["), HasSubstr("p.yaml:1: "));
}

// The papers' numbers, by hand.
TEST(Plan, PresetsSayWhatThePapersSay) {
  for (const Preset& preset : Presets()) {
    const auto plan = ParsePlan(std::string(preset.yaml), std::string(preset.name));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(plan->name, preset.name);
    EXPECT_FALSE(preset.about.empty());
  }
  const auto read = [](const char* name) {
    return ParsePlan(std::string(FindPreset(name)->yaml), name).value();
  };
  const Plan ace = read("acereason-7b");
  const int tokens[] = {8192, 16384, 24576, 24000, 32768, 32768};
  const int rollouts[] = {8, 16, 16, 8, 8, 16};
  const char* domains[] = {"math", "math", "math", "code", "code", "math"};
  ASSERT_EQ(ace.stages.size(), 6u);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(ace.stages[i].response_tokens.At(0), tokens[i]);
    EXPECT_EQ(ace.stages[i].rollouts.At(0), rollouts[i]);
    EXPECT_EQ(ace.stages[i].domains, std::vector<std::string>{domains[i]});
    EXPECT_EQ(ace.stages[i].groups, 128);
  }
  EXPECT_EQ(ace.stages[2].measured.highest, 6.0 / 16);
  EXPECT_EQ(ace.stages[3].measured.lowest, 3.0 / 8);
  EXPECT_EQ(read("acereason-14b").stages[3].measured.lowest, 1.0 / 8);
  EXPECT_EQ(ace.stages[4].rollouts.At(9), 16);
  EXPECT_EQ(ace.stages[4].temperature.At(9), 1.0);
  const Plan scale = read("scalerl");
  EXPECT_EQ(scale.stages[0].groups, 48);
  EXPECT_EQ(scale.stages[0].retire_from, 0.9);
  EXPECT_EQ(scale.stages[0].uniform, Uniform::kDrop);
  const Plan prime = read("prime-rl");
  EXPECT_EQ(prime.stages[0].pools.numbers[static_cast<size_t>(Pool::kHard)], 0.2);
  EXPECT_EQ(read("intellect3").stages[0].retire_from, 1.0);
  EXPECT_EQ(FindPreset("nobody"), nullptr);
}

}  // namespace
}  // namespace assay::curriculum
