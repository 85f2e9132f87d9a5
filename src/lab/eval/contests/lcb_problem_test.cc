#include "lab/eval/contests/lcb_problem.h"

#include <gtest/gtest.h>

#include <optional>

namespace assay::eval {
namespace {

Result<LcbProblem> Read(std::string_view text) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
  const std::vector<std::pair<std::string, std::string>> columns;
  return ReadLcbProblem(Row(document->root(), "test.jsonl", 0, columns));
}

TEST(LcbProblem, PublicTestsComeBeforePrivateOnes) {
  const auto problem = Read(R"({"question_id":"a","question_content":"c","starter_code":"",
      "difficulty":"easy","contest_date":"2024-10-05T00:00:00","metadata":"{\"func_name\":\"f\"}",
      "public_test_cases":"[{\"input\":\"1\",\"output\":\"2\",\"testtype\":\"stdin\"}]",
      "private_test_cases":"[{\"input\":\"3\",\"output\":\"4\",\"testtype\":\"stdin\"}]"})");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  ASSERT_EQ(problem->tests.size(), 2U);
  EXPECT_EQ(problem->tests[1].expected, "4");
  EXPECT_EQ(problem->date, "2024-10-05");
  EXPECT_EQ(problem->function_name, "f");
}

// json.dumps, pickle.dumps, zlib.compress and b64encode of one private test, by CPython.
TEST(LcbProblem, PrivateTestsMayBePacked) {
  const auto problem = Read(
      R"({"question_id":"a","question_content":"c","private_test_cases":"eJxrYJlqxwABPVbR1UqZeQWlJUpWCkqmMXlmMXlKOgpK+aUlUDFDQxC/JLW4pKSyIBUkUlySkpmnVBs7RQ8Au6EUtA=="})");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  ASSERT_EQ(problem->tests.size(), 1U);
  EXPECT_EQ(problem->tests[0].input, "5\n6\n");
}

TEST(LcbProblem, WhatIsDamagedIsNamed) {
  const auto problem =
      Read(R"({"question_id":"a","question_content":"c","private_test_cases":"no pickle"})");
  ASSERT_FALSE(problem.ok());
  EXPECT_NE(problem.error().message.find("private_test_cases"), std::string::npos);
  EXPECT_FALSE(Read(R"({"question_id":"a","question_content":"c"})").ok());
}

TEST(LcbProblem, VersionsAreFiles) {
  EXPECT_EQ(ParseLcbVersion("release_v5").first, 1);
  EXPECT_EQ(ParseLcbVersion("release_v5").last, 5);
  EXPECT_EQ(ParseLcbVersion("v6").first, 6);
  EXPECT_EQ(ParseLcbVersion("release_latest").first, 0);
  EXPECT_EQ(ParseLcbVersion("v").first, 0);
  EXPECT_EQ(LcbFileNumber("test.jsonl"), 1);
  EXPECT_EQ(LcbFileNumber("test6.jsonl.gz"), 6);
  EXPECT_EQ(LcbFileNumber("tests.jsonl"), 0);
  EXPECT_EQ(LcbErratum("abc343_e").empty(), false);
  EXPECT_EQ(LcbErratum("abc343_f"), "");
}

}  // namespace
}  // namespace assay::eval
