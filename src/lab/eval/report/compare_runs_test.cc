#include "lab/eval/report/compare_runs.h"

#include <gtest/gtest.h>

#include "lab/eval/report/report_fixture.h"

namespace assay::eval {
namespace {

TEST(CompareRuns, OfLikeRunsIsAllowedAndPaired) {
  RunRecords b = FixtureRecords({{"HumanEval/0", "python", "PPPP", "PPPP"},
                                 {"HumanEval/1", "python", "PPPF", "FFFF"},
                                 {"HumanEval/2", "go", "PFPF", "PFPF"}});
  b.manifest.model = "model-2";
  b.manifest.samples = 8;
  const RunComparison comparison = CompareRuns(SmallRun(), b);
  EXPECT_FALSE(comparison.Forbidden());
  ASSERT_EQ(comparison.differences.size(), 1u);
  EXPECT_EQ(comparison.differences[0].field, "model");
  ASSERT_EQ(comparison.profiles.size(), 2u);
  const ProfileComparison& official = comparison.profiles[0];
  EXPECT_NEAR(official.difference->difference, 1.0 / 3, 1e-12);
  EXPECT_EQ(official.difference->b_better, 2u);
  ASSERT_EQ(official.changes.size(), 2u);
  EXPECT_EQ(official.changes[0].item.id, "HumanEval/1");
  EXPECT_TRUE(official.changes[0].flipped);
  EXPECT_FALSE(official.changes[1].flipped);
}

TEST(CompareRuns, NamesWhatForbidsAComparison) {
  RunRecords b = SmallRun();
  b.manifest.protocol = "completion";
  b.manifest.ids_sha = "other";
  b.manifest.data[0].sha256 = "other";
  b.manifest.limits = R"({"cpu_s":1})";
  const RunComparison comparison = CompareRuns(SmallRun(), b);
  EXPECT_TRUE(comparison.Forbidden());
  std::vector<std::string> forbidding, others;
  for (const RunDifference& difference : comparison.differences) {
    (difference.forbids ? forbidding : others).push_back(difference.field);
  }
  EXPECT_EQ(forbidding, (std::vector<std::string>{"protocol", "ids_sha", "data"}));
  EXPECT_EQ(others, std::vector<std::string>{"limits"});
}

TEST(CompareRuns, OtherTestsUnderTheSameIdForbidIt) {
  RunRecords b = SmallRun();
  b.items[1].problem_sha = "changed";
  const RunComparison comparison = CompareRuns(SmallRun(), b);
  EXPECT_TRUE(comparison.Forbidden());
  EXPECT_EQ(comparison.differences[0].field, "problem_sha");
  EXPECT_NE(comparison.differences[0].b.find("HumanEval/1"), std::string::npos);
}

TEST(CompareRuns, CountsItemsThatOneRunHas) {
  const RunRecords b = FixtureRecords({{"HumanEval/2", "go", "PFPF", "PFPF"}, {"x", "", "P", "P"}});
  const RunComparison comparison = CompareRuns(SmallRun(), b);
  EXPECT_EQ(comparison.only_a, 2u);
  EXPECT_EQ(comparison.only_b, 1u);
  EXPECT_EQ(comparison.profiles[0].difference->problems, 1u);
}

TEST(CompareRuns, AsJsonHasTheWholeList) {
  const std::string json = ComparisonJson(CompareRuns(SmallRun(), SmallRun()));
  EXPECT_NE(json.find("\"forbidden\":false"), std::string::npos);
  EXPECT_NE(json.find("\"mcnemar_p\":1.0"), std::string::npos);
  EXPECT_NE(json.find("\"changes\":[]"), std::string::npos);
}

}  // namespace
}  // namespace assay::eval
