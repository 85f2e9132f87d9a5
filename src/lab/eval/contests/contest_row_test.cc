#include "lab/eval/contests/contest_row.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "lab/eval/contests/contest_sets.h"
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

TEST(ContestRow, TestsThatDoNotPairAreNamed) {
  const auto problem = Read(ReadCodeContestsRow,
                            R"({"name":"a","description":"d",
      "public_tests":{"input":["1"],"output":["2"]},
      "generated_tests":{"input":["5","6"],"output":["7"]}})");
  ASSERT_FALSE(problem.ok());
  EXPECT_NE(problem.error().message.find("generated_tests.output has 1 items"), std::string::npos)
      << problem.error().message;
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
  const auto bare =
      Read(ReadAetherCodeRow, R"({"id":1,"description":"d","test_cases":[{"input":"1"}]})");
  ASSERT_TRUE(bare.ok());
  EXPECT_EQ(WhyUnjudgeable(*bare, true), "without a checker");
  EXPECT_EQ(WhyUnjudgeable(*bare, false), "");
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
  const auto bare = Read(ReadAppsRow, R"({"problem_id":7,"question":"q","input_output":""})");
  ASSERT_TRUE(bare.ok());
  EXPECT_EQ(WhyUnjudgeable(*bare, false), "without tests");
}

// Files of the published schemas, nested lists and structs included, which pyarrow wrote from rows
// made in tests/eval/make_contest_fixtures.py.
std::unique_ptr<LoadedBenchmark> FromParquet(const Benchmark& benchmark, const std::string& name) {
  BenchmarkOptions options;
  options.data = {std::string(ASSAY_EVAL_FIXTURES) + "/" + name + ".parquet"};
  auto loaded = benchmark.load(options);
  EXPECT_TRUE(loaded.ok()) << loaded.error().message;
  return loaded.ok() ? std::move(loaded).value() : nullptr;
}

TEST(ContestSets, CodeContestsOfParquet) {
  const auto loaded = FromParquet(CodeContests(), "code_contests");
  ASSERT_NE(loaded, nullptr);
  ASSERT_EQ(loaded->items().size(), 2U);
  EXPECT_EQ(loaded->items()[0].id, "1_A. Double");
  EXPECT_EQ(loaded->items()[0].difficulty, "medium");
  // Its three kinds of tests, its limits, and a row whose limit is null.
  const Extracted code{.code = "print(int(input()) * 2)", .rule = ""};
  const std::string body = loaded->Task(0, code, GradeProfile::kAssay).body;
  EXPECT_NE(body.find(R"({"input":"3\n","expected":"6\n"})"), body.npos);
  EXPECT_NE(body.find(R"({"input":"5\n","expected":"10\n"})"), body.npos);
  EXPECT_NE(body.find(R"("cpu_time_s":2.5)"), body.npos);
  EXPECT_NE(body.find(R"("memory_mb":256)"), body.npos);
  EXPECT_NE(loaded->Task(1, code, GradeProfile::kAssay).body.find(R"("cpu_time_s":10.0)"),
            std::string::npos);
  EXPECT_EQ(loaded->KnownSamples().size(), 2U);  // right and wrong of the first
  ASSERT_EQ(loaded->RowsLeftOut().size(), 1U);
  EXPECT_EQ(loaded->RowsLeftOut()[0].what, "problems without tests");
}

TEST(ContestSets, AppsOfParquet) {
  const auto loaded = FromParquet(Apps(), "apps");
  ASSERT_NE(loaded, nullptr);
  ASSERT_EQ(loaded->items().size(), 2U);
  EXPECT_EQ(loaded->items()[0].difficulty, "introductory");
  const std::string body =
      loaded->Task(1, {.code = "def f(a, b): return a + b", .rule = ""}, GradeProfile::kAssay).body;
  EXPECT_NE(body.find(R"("function_name":"f")"), body.npos);
  EXPECT_NE(body.find(R"({"input":[1, 2],"expected":3})"), body.npos);
  EXPECT_EQ(loaded->RowsLeftOut()[0].items, 1);
}

TEST(ContestSets, AetherCodeOfParquet) {
  const auto loaded = FromParquet(AetherCode(), "aethercode");
  ASSERT_NE(loaded, nullptr);
  ASSERT_EQ(loaded->items().size(), 1U);
  EXPECT_EQ(loaded->items()[0].date, "2024-11-17");
  EXPECT_EQ(loaded->items()[0].difficulty, "Easy");
  EXPECT_EQ(loaded->LanguagesOf(0, GradeProfile::kAssay), (std::vector<std::string>{"cpp", "cpp"}));
  const std::string body =
      loaded->Task(0, {.code = "int main(){}", .rule = ""}, GradeProfile::kAssay).body;
  EXPECT_NE(body.find("quitf"), body.npos);
  EXPECT_NE(body.find(R"("cpu_time_s":1.5)"), body.npos);
  EXPECT_EQ(loaded->RowsLeftOut()[0].what, "problems without a checker");
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
