#include "lab/eval/contests/contest_row.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "lab/eval/contests/drivers.h"

namespace assay::eval {
namespace {

using Reader = std::function<Result<ContestProblem>(const Row& row)>;

Result<ContestProblem> Read(const Reader& reader, std::string_view text) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
  const std::vector<std::pair<std::string, std::string>> columns;
  return reader(Row(document->root(), "rows", 0, columns));
}

TEST(ContestRow, CodeContestsHasThreeKindsOfTests) {
  const auto problem = Read(ReadCodeContestsRow,
                            R"({"name":"a","description":"d","difficulty":2,
      "public_tests":{"input":["1"],"output":["2"]},"private_tests":{"input":["3"],"output":["4"]},
      "generated_tests":{"input":["5","6"],"output":["7","8"]},
      "time_limit":{"seconds":2,"nanos":500000000},"memory_limit_bytes":268435456,
      "solutions":{"language":[2,3],"solution":["int","print"]},
      "incorrect_solutions":{"language":[3],"solution":["no"]}})");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  EXPECT_EQ(problem->tests.size(), 4U);
  EXPECT_EQ(problem->tests[3].expected, "8");
  EXPECT_EQ(problem->time_limit_s, 2.5);
  EXPECT_EQ(problem->memory_mb, 256);
  EXPECT_EQ(problem->difficulty, "medium");
  EXPECT_EQ(problem->right, std::vector<std::string>{"print"});
  EXPECT_EQ(problem->wrong, std::vector<std::string>{"no"});
  EXPECT_FALSE(Read(ReadCodeContestsRow, R"({"name":"a","description":"d"})").ok());
}

TEST(ContestRow, AetherCodesLimitsAreItsOwn) {
  const auto problem = Read(ReadAetherCodeRow,
                            R"({"id":60179,"description":"d","time_limit":1500,"memory_limit":512,
      "checker":"int main(){}","date":"2024/11/03 00:00",
      "test_cases":[{"input":"1","output":"2"}]})");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  EXPECT_EQ(problem->id, "60179");
  EXPECT_EQ(problem->time_limit_s, 1.5);
  EXPECT_EQ(problem->memory_mb, 512);
  EXPECT_EQ(problem->date, "2024-11-03");
  EXPECT_FALSE(
      Read(ReadAetherCodeRow, R"({"id":1,"description":"d","test_cases":[{"input":"1"}]})").ok());
}

TEST(ContestRow, AppsKeepsItsValues) {
  const auto problem = Read(ReadAppsRow,
                            R"({"problem_id":7,"question":"q","starter_code":"",
      "input_output":"{\"fn_name\":\"f\",\"inputs\":[[1,\"x\"]],\"outputs\":[[true]]}",
      "solutions":"[\"a\",\"b\"]"})");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  EXPECT_EQ(problem->function_name, "f");
  EXPECT_EQ(problem->raw_tests[0].input, "[1,\"x\"]");
  EXPECT_EQ(problem->right.size(), 2U);
  EXPECT_FALSE(Read(ReadAppsRow, R"({"problem_id":7,"question":"q","input_output":"no"})").ok());
}

Grade Answer(std::string_view stdout_text, std::string_view verdict = "AC") {
  return ReadHarness(200, R"({"verdict":")" + std::string(verdict) +
                              R"(","cause":"candidate","reason":"finished","tests":[
      {"status":"exited","exit_code":0,"stderr":"why","stdout":")" +
                              std::string(stdout_text) + "\"}]}");
}

TEST(ReadHarness, TakesItsWordAndNothingElse) {
  EXPECT_EQ(Answer("assay-harness pass 1.000000\\n").state, SampleState::kPassed);
  const Grade half = Answer("assay-harness fail 0.500000\\n");
  EXPECT_EQ(half.state, SampleState::kFailed);
  EXPECT_EQ(half.partial, 0.5);
  EXPECT_EQ(half.message, "why");
  EXPECT_EQ(Answer("").state, SampleState::kErrored);
  EXPECT_EQ(ReadHarness(429, "{}").state, SampleState::kErrored);
}

}  // namespace
}  // namespace assay::eval
