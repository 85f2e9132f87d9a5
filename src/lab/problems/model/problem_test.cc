#include "lab/problems/model/problem.h"

#include <gtest/gtest.h>

namespace assay::lab {
namespace {

TEST(PartsOf, ReadsWhatIsLookedAt) {
  const ProblemParts parts = PartsOf(
      R"({"tests":[{"id":7,"input":"a","expected":"b"},{"input":"c"}],"comparison":{"mode":"exact"}})");
  EXPECT_TRUE(parts.prints());
  EXPECT_TRUE(parts.compares());
  EXPECT_EQ(parts.comparison, "exact");
  ASSERT_EQ(parts.tests.size(), 2u);
  EXPECT_EQ(parts.tests[0].id, "7");
  EXPECT_EQ(parts.tests[0].expected, R"("b")");
  EXPECT_EQ(parts.tests[1].id, "1");
  EXPECT_EQ(parts.tests[1].expected, "");
  EXPECT_EQ(PartsOf(R"({"sha256":"00"})").mode, "");
  EXPECT_FALSE(PartsOf(R"({"mode":"stdin_stdout","checker":{"source":"x"}})").compares());
  EXPECT_FALSE(PartsOf("nonsense").compares());
}

TEST(ChangedProblem, ChangesOnlyWhatIsAsked) {
  const std::string problem =
      R"({"mode":"stdin_stdout","comparison":{"mode":"exact"},"tests":[1, 2,3],"checker":{"always":false,"source":"x"}})";
  ProblemChange change;
  change.comparison = R"({"mode":"float"})";
  change.dropped_tests = {1};
  change.always_check = true;
  EXPECT_EQ(
      ChangedProblem(problem, change),
      R"({"comparison":{"mode":"float"},"mode":"stdin_stdout","tests":[1,3],"checker":{"source":"x","always":true}})");
  EXPECT_EQ(ChangedProblem(R"({"assert_code":"a"})", {.assert_code = "b"}),
            R"({"assert_code":"b"})");
}

TEST(ChangedLimits, KeepsTheOthers) {
  EXPECT_EQ(ChangedLimits(R"({"cpu_time_s":1,"wall_time_s":9,"processes":4})", {2, 1}),
            R"({"processes":4,"cpu_time_s":2.0,"wall_time_s":6.0})");
  EXPECT_EQ(ChangedLimits(R"({"memory_mb":64})", {0, 4}), R"({"memory_mb":256})");
  EXPECT_EQ(ChangedLimits("", {0, 2}), R"({"memory_mb":2048})");
}

}  // namespace
}  // namespace assay::lab
