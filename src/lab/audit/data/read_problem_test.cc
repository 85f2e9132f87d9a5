#include "lab/audit/data/read_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::audit {
namespace {

using ::testing::HasSubstr;

ReadRow Read(const std::string& json, std::string_view format = "") {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  EXPECT_TRUE(document) << error.message;
  return ReadProblem(document->root(), format, "7");
}

TEST(ReadProblem, TakesRowsOfOurOwn) {
  const ReadRow read = Read(R"({"problem":{"tests":[]},"limits":{"cpu_time_s":2},"language":"cpp",
    "statement":"Add.","compile_flags":["-O0"],"solutions":[
      {"code":"a","label":"correct"},{"code":"b","label":"correct","language":"c"},
      {"code":"c","label":"wrong","name":"off by one"}]})");
  ASSERT_TRUE(read.problem) << read.refused;
  const AuditProblem& problem = *read.problem;
  EXPECT_EQ(problem.id, "row 7");
  EXPECT_EQ(problem.CpuLimit(), 2);
  EXPECT_EQ(problem.statement, "Add.");
  EXPECT_EQ(problem.compile_flags, R"(["-O0"])");
  ASSERT_EQ(problem.solutions.size(), 3u);
  EXPECT_EQ(problem.solutions[0].name, "correct");
  EXPECT_EQ(problem.solutions[0].language, "cpp");
  EXPECT_EQ(problem.solutions[1].name, "correct 2");
  EXPECT_EQ(problem.solutions[1].language, "c");
  EXPECT_EQ(problem.solutions[2].label, Label::kWrong);
}

TEST(ReadProblem, AMendedRowIsARow) {
  const std::string row = R"({"id":"a","statement":"Add.","language":"cpp",
    "limits":{"cpu_time_s":2},"problem":{"tests":[1,
    2]},"solutions":[{"name":"x","language":"cpp","label":"wrong","code":"c"}]})";
  const std::string written = NativeRow(*Read(row).problem);
  EXPECT_EQ(written.find('\n'), written.npos);
  EXPECT_EQ(NativeRow(*Read(written).problem), written);
}

TEST(ReadProblem, NamesTheFieldAtFault) {
  EXPECT_THAT(Read(R"({"problem":{},"solutions":[{"code":"a","label":"good"}]})").refused,
              HasSubstr("solutions[0].label: must be 'correct' or 'wrong'"));
  EXPECT_THAT(Read(R"({"problem":{},"solutions":[{"code":"a","label":"wrong"}]})").refused,
              HasSubstr("solutions[0].language: is missing"));
  EXPECT_THAT(Read(R"({"problem":{},"solutions":{}})").refused, HasSubstr("must be a list"));
  EXPECT_THAT(Read(R"({"unheard":1})").refused, HasSubstr("none of the formats"));
}

TEST(ReadProblem, TakesReferencesOfPublicRows) {
  const ReadRow humaneval = Read(R"({"task_id":"HumanEval/0","entry_point":"add",
    "prompt":"def add(a, b):\n","canonical_solution":"    return a + b\n",
    "buggy_solution":"    return a - b\n",
    "test":"def check(candidate):\n    assert candidate(1, 2) == 3\n"})");
  ASSERT_TRUE(humaneval.problem) << humaneval.refused;
  ASSERT_EQ(humaneval.problem->solutions.size(), 2u);
  EXPECT_EQ(humaneval.problem->solutions[0].code, "def add(a, b):\n    return a + b\n");
  EXPECT_EQ(humaneval.problem->solutions[1].label, Label::kWrong);
  EXPECT_EQ(humaneval.problem->statement, "def add(a, b):\n");

  const ReadRow mbpp = Read(R"({"task_id":2,"text":"Add.","code":"def add(a, b): return a + b",
    "test_list":["assert add(1, 2) == 3"],"test_setup_code":""})");
  ASSERT_TRUE(mbpp.problem) << mbpp.refused;
  ASSERT_EQ(mbpp.problem->solutions.size(), 1u);
  EXPECT_EQ(mbpp.problem->solutions[0].language, "python");

  const ReadRow contest = Read(R"({"name":"1_A","description":"Add.",
    "public_tests":{"input":["1 2"],"output":["3"]},"time_limit":{"seconds":2,"nanos":0},
    "solutions":{"language":[2,3,1],"solution":["int main() {}","x = 3","print 3"]
}
, "incorrect_solutions" : {
  "language" : [4], "solution" : ["class A {}"]
}
})");
  ASSERT_TRUE(contest.problem) << contest.refused;
  ASSERT_EQ(contest.problem->solutions.size(), 3u);  // Python 2 is left out
  EXPECT_EQ(contest.problem->solutions[0].language, "cpp");
  EXPECT_EQ(contest.problem->solutions[2].language, "java");
  EXPECT_EQ(contest.problem->solutions[2].label, Label::kWrong);
  EXPECT_EQ(contest.problem->CpuLimit(), 2);

  const ReadRow apps = Read(R"({"problem_id":7,"question":"Add.","starter_code":"",
    "input_output":"{\"inputs\": [\"1 2\\n\"], \"outputs\": [\"3\\n\"]}",
    "solutions":"[\"print(3)\", \"print(1 + 2)\"]"})");
  ASSERT_TRUE(apps.problem) << apps.refused;
  EXPECT_EQ(apps.problem->solutions.size(), 2u);

  EXPECT_TRUE(Read(R"({"question":"1 + 1?","answer":"2"})").math);
}

}  // namespace
}  // namespace assay::audit
