#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "lab/rl/orchestra/grade/grader.h"
#include "lab/rl/tiny/run/faulty_judge.h"
#include "lab/rl/tiny/run/learning_run.h"
#include "rollout/folder/folder_test_util.h"

namespace assay::tiny {
namespace {

// Says yes to everything.
class KindJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return std::nullopt; }
  std::atomic<int> asked{0};

 protected:
  Result<service::Answer> Ask(const char*, const std::string& path, std::string) override {
    ++asked;
    service::Answer answer;
    answer.status = 200;
    answer.body = R"({"verdict":"AC","score":1.0})";
    if (path == "/v1/math/verify") answer.body = "{\"results\":[" + answer.body + "]}";
    return answer;
  }
};

TEST(FaultyJudgeTest, FaultsAreMasksOrZeros) {
  for (const bool zeros : {false, true}) {
    KindJudge kind;
    FaultyJudge judge(&kind, 0.25, zeros ? FaultAnswer::kZero : FaultAnswer::kNoVerdict);
    int masks = 0, zero = 0, one = 0;
    for (int i = 0; i < 400; ++i) {
      orchestra::Task task;
      task.math = i % 2 == 0;
      task.problem = "{}";
      const auto grade = orchestra::GradeRollout(task, "1", judge, nullptr);
      !grade.reward ? ++masks : *grade.reward == 0 ? ++zero : ++one;
    }
    EXPECT_EQ(masks, zeros ? 0 : 100);
    EXPECT_EQ(zero, zeros ? 100 : 0);
    EXPECT_EQ(one, 300);
    EXPECT_EQ(judge.faults(), 100);
    EXPECT_EQ(kind.asked, 300);
  }
}

LearningOptions SmallRun(const std::string& folder) {
  LearningOptions options;
  options.folder = folder;
  options.shape.width = 16;
  options.shape.heads = 2;
  options.shape.layers = 1;
  options.training_tasks = 40;
  options.held_out_tasks = 20;
  options.imitation_steps = 2;
  options.imitation_examples = 8;
  options.groups = 4;
  options.rollouts = 2;
  options.recipe = losses::FindPreset("deepseek-grpo")->recipe;
  return options;
}

TEST(LearningRunTest, ASmallRunGoesThroughAllOfIt) {
  const rollout::TemporaryFolder folder;
  KindJudge judge;
  LearningOptions options = SmallRun(folder / "run");
  options.steps = 6;
  options.updates = 2;
  options.lag = 2;
  options.faults = 0.1;
  options.examine_every = 2;
  options.examine_tasks = 10;
  int lines = 0;
  const auto curve = LearnFromVerdicts(options, &judge, [&](const std::string&) { ++lines; });
  ASSERT_TRUE(curve.ok()) << curve.error().ToString();
  EXPECT_EQ(curve->steps.size(), 6u);
  ASSERT_EQ(curve->milestones.size(), 4u);
  EXPECT_EQ(lines, 4);
  EXPECT_EQ(curve->milestones.front().seen.tasks, 20);
  EXPECT_EQ(curve->milestones[1].seen.tasks, 10);
  EXPECT_EQ(curve->milestones.back().seen.solved, 20);
  for (const LearningStep& step : curve->steps) {
    EXPECT_EQ(step.report.rollouts, 8) << step.step;
    if (step.report.masked < 8) {
      EXPECT_EQ(step.report.reward, 1) << step.step;
    }
  }
  EXPECT_FALSE(rollout::TextOf(options.folder + "/steps.jsonl").empty());
  EXPECT_FALSE(rollout::TextOf(options.folder + "/examinations.jsonl").empty());
  // A folder is one run's.
  EXPECT_FALSE(LearnFromVerdicts(options, &judge, [](const std::string&) {}).ok());
}

TEST(LearningRunTest, ItEndsWhenAllTasksAreRetired) {
  const rollout::TemporaryFolder folder;
  KindJudge judge;
  LearningOptions options = SmallRun(folder / "run");
  options.steps = 1000;
  options.examine_every = 0;
  options.retire_from = 0.9;
  const auto curve = LearnFromVerdicts(options, &judge, [](const std::string&) {});
  ASSERT_TRUE(curve.ok()) << curve.error().ToString();
  EXPECT_GT(curve->steps.size(), 0u);
  EXPECT_LE(curve->steps.size(), 20u);
  ASSERT_EQ(curve->milestones.size(), 2u);
  EXPECT_EQ(curve->milestones.back().step, curve->steps.back().step);
  EXPECT_EQ(curve->milestones.back().seen.tasks, 20);
}

}  // namespace
}  // namespace assay::tiny
