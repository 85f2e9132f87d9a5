#include "env/roll/plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "env/begin/env_test_util.h"
#include "env/roll/plan/group_file.h"
#include "env/roll/plan/mix.h"

namespace assay::env {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Names(const std::vector<MixedTask>& tasks) {
  std::string names;
  for (const MixedTask& task : tasks) {
    names += static_cast<char>('a' + task.part) + std::to_string(task.row);
  }
  return names;
}

TEST(MixTasks, HasTheWeightsInEachStretch) {
  const std::vector<MixPart> parts = {{"a", 100, 3}, {"b", 100, 1}};
  const auto tasks = MixTasks(parts, 40, std::nullopt);
  ASSERT_EQ(tasks.size(), 40u);
  for (size_t begin = 0; begin < 40; begin += 4) {
    const auto of_b = std::count_if(tasks.begin() + static_cast<long>(begin),
                                    tasks.begin() + static_cast<long>(begin) + 4,
                                    [](const MixedTask& task) { return task.part == 1; });
    EXPECT_EQ(of_b, 1) << begin;
  }
}

TEST(MixTasks, TakesEachOnceAndAllOfThem) {
  EXPECT_EQ(Names(MixTasks({{"a", 1, 1}, {"b", 4, 1}}, std::nullopt, std::nullopt)), "a0b0b1b2b3");
  EXPECT_EQ(Names(MixTasks({{"a", 2, 1}, {"b", 9, 1, 1}}, 10, std::nullopt)), "a0b0a1");
  EXPECT_EQ(Names(MixTasks({{"a", 0, 1}}, 10, std::nullopt)), "");
}

TEST(MixTasks, IsTheSameForTheSameSeed) {
  const std::vector<MixPart> parts = {{"a", 50, 1}, {"b", 50, 1}};
  EXPECT_EQ(MixTasks(parts, 20, 1), MixTasks(parts, 20, 1));
  EXPECT_NE(MixTasks(parts, 20, 1), MixTasks(parts, 20, 2));
  const auto all = MixTasks(parts, std::nullopt, 1);
  EXPECT_EQ(std::vector<MixedTask>(all.begin(), all.begin() + 20), MixTasks(parts, 20, 1))
      << "more tasks begin as fewer do";
  EXPECT_NE(all[0].row + all[2].row, all[1].row + all[3].row)
      << "environments have orders of their own";
}

TEST(GroupFile, NamesEnvironmentsWithTheirWeights) {
  const auto group = ParseGroupFile(
      "environments:\n- {environment: math, weight: 2, tasks: 5}\n- {environment: a@1}\n", "g");
  ASSERT_TRUE(group.ok()) << group.error().message;
  ASSERT_EQ(group->size(), 2u);
  EXPECT_EQ((*group)[0].named, "math");
  EXPECT_EQ((*group)[0].weight, 2);
  EXPECT_EQ((*group)[0].tasks, 5);
  EXPECT_EQ((*group)[1].named, "a@1");
  EXPECT_EQ((*group)[1].weight, 1);
}

TEST(GroupFile, TellsFaultsWithTheirLines) {
  const std::pair<const char*, const char*> cases[] = {
      {"5", "must be a map"},
      {"environments: []", "from 1"},
      {"environments: [a]", "g:1: environments[0]: Input should be a map"},
      {"environments:\n- {environment: a, weight: 0}", "g:2: environments[0].weight"},
      {"environments:\n- {environment: a, tasks: 0}", "g:2: environments[0].tasks"},
      {"environments:\n- {envronment: a}", "environments[0].envronment: No such field"},
      {"environments:\n- {}", "environments[0].environment: Field required"},
      {"[", "g:"},
  };
  for (const auto& [yaml, fault] : cases) {
    const auto group = ParseGroupFile(yaml, "g");
    ASSERT_FALSE(group.ok()) << yaml;
    EXPECT_THAT(group.error().message, HasSubstr(fault));
  }
}

class PlanTest : public testing::Test {
 protected:
  PlanPart Part(const std::string& name) {
    folder_.Begin(name, Kind::kMath, name);
    PlanPart part;
    part.folder = folder_ / name;
    auto manifest = ReadManifest(part.folder);
    EXPECT_TRUE(manifest.ok());
    part.stage.manifest = *std::move(manifest);
    return part;
  }
  static std::string Fault(const std::vector<PlanPart>& parts, const PlanOptions& options = {}) {
    const auto plan = MakePlan(parts, options);
    return plan.ok() ? "none" : plan.error().message;
  }

  TestFolder folder_;
};

TEST_F(PlanTest, HasTheTasksOfAll) {
  const auto plan = MakePlan({Part("a"), Part("b")}, {.tasks = 3});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  ASSERT_EQ(plan->tasks.size(), 3u);
  EXPECT_EQ(plan->tasks[0].task.id, "sum-1");
  EXPECT_EQ(plan->tasks[1].part, 1u);
  EXPECT_EQ(plan->tasks[2].task.id, "product-1");
  EXPECT_THAT(plan->json, HasSubstr(R"("environment":"b","version":"0.1.0")"));
}

TEST_F(PlanTest, RefusesWhatIsNotAsItSays) {
  PlanPart a = Part("a");
  EXPECT_THAT(Fault({a, a}), HasSubstr("a is there twice"));
  EXPECT_THAT(Fault({a}, {.rows = RowsUse::kEvaluation}), HasSubstr("no evaluation tasks"));
  folder_.Write("a/tasks.jsonl", "{\"id\": 1, \"question\": \"?\"}\n");
  EXPECT_THAT(Fault({a}), HasSubstr("not the file that environment.yaml has the hash of"));
  const std::string row = "{\"id\": 1, \"question\": \"?\"}\n";
  folder_.Write("a/tasks.jsonl", row + row);
  a.stage.manifest.tasks.sha256 = Sha256Hex(row + row);
  EXPECT_THAT(Fault({a}), HasSubstr("the id '1' is another row's, too"));
}

}  // namespace
}  // namespace assay::env
