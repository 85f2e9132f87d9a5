#include "env/difficulty/difficulty.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "env/begin/env_test_util.h"
#include "env/check/check.h"

namespace assay::env {
namespace {

using ::testing::HasSubstr;

class DifficultyTest : public ::testing::Test {
 protected:
  std::string Lines(const std::string& rollouts, double pass_at = 1) {
    folder_.Write("rollouts.jsonl", rollouts);
    DifficultyTable table;
    const Status read = ReadRollouts(folder_ / "rollouts.jsonl", pass_at, &table);
    if (!read.ok()) return read.error().message;
    std::string lines;
    for (const TaskDifficulty& task : table.Tasks()) lines += ToJson(task) + "\n";
    return lines;
  }

  TestFolder folder_;
};

TEST_F(DifficultyTest, SamplesAreCountedByTheirTask) {
  const std::string lines = Lines(R"({"id":"e/b/0","environment":"e","task":"b","reward":1.1}
{"id":"e/a/0","environment":"e","task":"a","reward":0}
{"id":"e/a/1","environment":"e","task":"a","reward":null}
)");
  EXPECT_EQ(lines.substr(0, lines.find('\n')),
            R"({"id":"a","environment":"e","samples":1,"passes":0,"unjudged":1,"rate":0.0,)"
            R"("low":0.0,"high":0.7934506856227626})");
  EXPECT_THAT(lines, HasSubstr(R"({"id":"b","environment":"e","samples":1,"passes":1)"));
}

TEST_F(DifficultyTest, WithoutATaskEachLineIsASample) {
  EXPECT_THAT(Lines("{\"id\":\"a\",\"reward\":1}\n{\"id\":\"a\",\"reward\":0.5}\n", 0.5),
              HasSubstr(R"({"id":"a","samples":2,"passes":2,"unjudged":0,"rate":1.0)"));
  EXPECT_THAT(Lines("{\"id\":7,\"reward\":null}\n"),
              HasSubstr(R"("unjudged":1,"rate":null,"low":null)"));
  EXPECT_THAT(Lines("{\"reward\":1}\n"), HasSubstr("rollouts.jsonl"));
}

TEST_F(DifficultyTest, ARewardIsANumberOrTrueOrFalseAndNothingElse) {
  EXPECT_THAT(Lines("{\"id\":\"a\",\"reward\":true}\n{\"id\":\"a\",\"reward\":false}\n"),
              HasSubstr(R"({"id":"a","samples":2,"passes":1,"unjudged":0)"));
  for (const char* row : {R"({"id":"a"})", R"({"id":"a","score":1.0})",
                          R"({"id":"a","reward":"1"})", R"({"id":"a","reward":1e999})"}) {
    EXPECT_THAT(Lines(std::string(row) + "\n"), HasSubstr("reward: must be a number")) << row;
  }
}

TEST_F(DifficultyTest, TheLastLineOfARolloutCounts) {
  EXPECT_THAT(Lines(R"({"id":"e/a/0","task":"a","reward":null}
{"id":"e/a/0","task":"a","reward":1}
)"),
              HasSubstr(R"("samples":1,"passes":1,"unjudged":0)"));
}

class SelectTest : public DifficultyTest {
 protected:
  void SetUp() override {
    folder_.Begin("sums");
    folder_.Write("difficulty.jsonl", R"({"id":"sum-1","samples":8,"rate":1.0}
{"id":"product-1","environment":"sums","samples":8,"rate":0.5}
{"id":"fraction-1","environment":"other","samples":8,"rate":0.5}
{"id":"linear-1","samples":1,"rate":0.5}
{"id":"quadratic-1","samples":8,"rate":0.0}
)");
  }
  Result<Selected> Select(const Selection& selection) {
    return SelectTasks(folder_ / "sums", folder_ / "difficulty.jsonl", selection, folder_ / "out");
  }
};

TEST_F(SelectTest, TasksOfARateAreAnEnvironmentOfTheirOwn) {
  const auto selected = Select({.min_rate = 0.1, .max_rate = 0.9, .min_samples = 4});
  ASSERT_TRUE(selected.ok()) << selected.error().message;
  EXPECT_EQ(selected->kept, 1);
  EXPECT_EQ(selected->too_easy, 1);
  EXPECT_EQ(selected->too_hard, 1);
  EXPECT_EQ(selected->unknown, 3);
  const auto report = CheckEnvironment(folder_ / "out");
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report->ok());
  ASSERT_EQ(report->files.size(), 1u);
  EXPECT_EQ(report->files[0].rows, 1);
  EXPECT_THAT(folder_.Read("out/tasks.jsonl"), HasSubstr("product-1"));
  EXPECT_FALSE(folder_.Read("out/README.md").empty());
}

TEST_F(SelectTest, NothingIsLeftBehindWhereNothingIsSelected) {
  const auto none = Select({.min_rate = 0.9, .max_rate = 0.95});
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("no task is left"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  folder_.Write("out/mine", "");
  EXPECT_THAT(Select({}).error().message, HasSubstr("is there already"));
}

TEST_F(SelectTest, ChangedTasksAreRefused) {
  folder_.Replace("sums/tasks.jsonl", "42", "43");
  EXPECT_THAT(Select({}).error().message, HasSubstr("assay env check"));
}

}  // namespace
}  // namespace assay::env
