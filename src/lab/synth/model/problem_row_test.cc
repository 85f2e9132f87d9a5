#include "lab/synth/model/problem_row.h"

#include <gtest/gtest.h>

namespace assay::synth {
namespace {

TEST(ProblemRow, ReadsWhatConvertWritesWithSolutionsBesideIt) {
  const auto problem = ReadProblemRow(
      R"({"id": 7, "prompt": [{"role": "system", "content": "s"}, {"role": "user", "content": "any"}],
          "time_limit_s": 2, "memory_mb": 256,
          "problem": {"mode": "stdin_stdout", "tests": [{"id": "a", "input": "1", "expected": "2"}],
                      "checker": {"source": "x"}},
          "accepted": [{"language": "python", "code": "p", "files": {"a.txt": "b"}}],
          "wrong": [{"name": "w", "outputs": ["3"]}, {"outputs": [null]}]})",
      "f");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  EXPECT_EQ(problem->id, "7");
  EXPECT_EQ(problem->statement, "any\n");
  EXPECT_EQ(problem->tests[0].id, "a");
  EXPECT_EQ(problem->tests[0].expected, "2");
  EXPECT_EQ(problem->cpu_time_s, 2);
  EXPECT_EQ(problem->memory_mb, 256);
  ASSERT_EQ(problem->solutions.size(), 3u);
  EXPECT_TRUE(problem->solutions[0].right);
  EXPECT_EQ(problem->solutions[0].files.at("a.txt"), "b");
  EXPECT_EQ(problem->solutions[1].name, "w");
  EXPECT_EQ(problem->solutions[1].outputs[0], "3");
  EXPECT_FALSE(problem->solutions[2].outputs[0].has_value());
  EXPECT_EQ(problem->given->checker, R"({"source": "x"})");
}

TEST(ProblemRow, NamesTheFieldAtFault) {
  const auto fault = [](std::string_view row) {
    const auto problem = ReadProblemRow(row, "f");
    return problem.ok() ? "" : problem.error().field;
  };
  EXPECT_EQ(fault(R"({"problem": {}})"), "problem.tests");
  EXPECT_EQ(fault(R"({"tests": []})"), "tests");
  EXPECT_EQ(fault(R"({"tests": [{"input": 1}]})"), "tests[0].input");
  EXPECT_EQ(fault(R"({"tests": [{"input": "1"}]})"), "tests[0].expected");
  EXPECT_EQ(fault(R"({"problem": {"mode": "assert", "tests": []}})"), "problem.mode");
  EXPECT_EQ(fault(R"({"tests": [{"expected": ""}], "wrong": [{"code": "x"}]})"),
            "wrong[0].language");
  EXPECT_EQ(fault(R"({"tests": [{"expected": ""}], "accepted": [{"outputs": []}]})"),
            "accepted[0].outputs");
  EXPECT_FALSE(ReadProblemRow("{", "f").ok());
  EXPECT_EQ(ReadProblemRow(R"({"tests": [{"expected": ""}]})", "f")->id, "f");
}

}  // namespace
}  // namespace assay::synth
