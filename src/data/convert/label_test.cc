#include "data/convert/label.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/convert/convert.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Conversion ConvertText(std::string_view label) {
  JsonError error;
  const auto document = JsonDocument::Parse(label, &error);
  EXPECT_TRUE(document) << error.message << label;
  return ConvertLabel(document->root(), "labels[3]");
}

ConvertedRow RowOfLabel(std::string_view label) {
  Conversion conversion = ConvertText(label);
  EXPECT_TRUE(conversion.row) << conversion.refusal.message << " " << label;
  return conversion.row ? *std::move(conversion.row) : ConvertedRow{};
}

TEST(ConvertLabel, AnswersAreGold) {
  struct Case {
    const char* label;
    const char* gold;
  };
  for (const Case& each : {
           Case{R"("42")", "42"},
           Case{"42", "42"},
           Case{"4.50", "4.50"},
           Case{R"({"gold": "42"})", "42"},
           Case{R"({"answer": 42})", "42"},
           Case{R"("{\"answer\": \"42\"}")", "42"},
           Case{R"({"ground_truth": ["42"]})", "42"},
           Case{R"j("[1, 2)")j", "[1, 2)"},
           Case{R"("{1, 2}")", "{1, 2}"},
           Case{R"("[1, 2]")", "[1, 2]"},
           Case{R"j("(1, 2)")j", "(1, 2)"},
           Case{R"("{'a': 1}")", "{'a': 1}"},
       }) {
    const ConvertedRow row = RowOfLabel(each.label);
    EXPECT_TRUE(row.math) << each.label;
    EXPECT_EQ(row.gold, each.gold);
  }
}

TEST(ConvertLabel, ProgramsInAllShapes) {
  for (
      const char* label : {
          R"({"inputs": ["1\n"], "outputs": ["2\n"]})",
          R"("{\"inputs\": [\"1\\n\"], \"outputs\": [\"2\\n\"]}")",
          R"("{'inputs': ['1\\n'], 'outputs': ['2\\n']}")",
          R"([{"input": "1\n", "output": "2\n"}])",
          R"({"tests": [{"input": "1\n", "expected": "2\n"}]})",
          R"({"tests": {"input": ["1\n"], "output": ["2\n"]}, "language": "cpp"})",
          R"({"ground_truth": {"input_output": "{\"inputs\":[\"1\\n\"],\"outputs\":[\"2\\n\"]}"}})",
          R"({"inputs": ["1\n"], "outputs": ["2\n"], "fn_name": null})",
      }) {
    const ConvertedRow row = RowOfLabel(label);
    EXPECT_EQ(row.mode, ProblemMode::kStdinStdout) << label;
    ASSERT_EQ(row.tests.size(), 1u) << label;
    EXPECT_EQ(row.tests[0].input, "1\n") << label;
    EXPECT_EQ(row.tests[0].expected, "2\n") << label;
    EXPECT_EQ(row.language, std::string(label).find("cpp") == std::string::npos ? "" : "cpp");
  }
}

TEST(ConvertLabel, CallsAreJudgedAsVerlDoes) {
  for (
      const char* label : {
          R"({"inputs": ["[1]\n2"], "outputs": ["3"], "fn_name": "f"})",
          R"({"inputs": [[[1], 2]], "outputs": [3], "fn_name": "f"})",
          R"({"tests": [{"input": [[1], 2], "output": 3}], "fn_name": "f"})",
          R"([{"input": [[1], 2], "output": 3, "type": "function_call", "fn_name": "f"}])",
          R"({"tests": {"inputs": [[[1], 2]], "outputs": [3]}, "fn_name": "f"})",
          R"({"input_output": {"inputs": [[[1], 2]], "outputs": [3]}, "fn_name": "f"})",
          R"({"fn_name": "g", "ground_truth": {"inputs": [[[1], 2]], "outputs": [3], "fn_name": "f"}})",
      }) {
    const ConvertedRow row = RowOfLabel(label);
    EXPECT_EQ(row.mode, ProblemMode::kFunctionCall) << label;
    EXPECT_EQ(row.function_name, "f");
    EXPECT_EQ(row.comparison_profile, "verl_prime");
    ASSERT_EQ(row.tests.size(), 1u);
    EXPECT_THAT(row.tests[0].input, ::testing::AnyOf("[[1],2]", "[[1], 2]"));
    EXPECT_EQ(row.tests[0].expected, "3");
  }
}

TEST(ConvertLabel, AssertsHaveWhatSolutionsTakeForGranted) {
  for (const char* label :
       {R"(["assert f(1) == 2"])", R"({"test_list": ["assert f(1) == 2"]})",
        R"({"assert_case": ["assert f(1) == 2"]})", R"(["[\"assert f(1) == 2\"]"])"}) {
    const ConvertedRow row = RowOfLabel(label);
    EXPECT_EQ(row.mode, ProblemMode::kAssert) << label;
    EXPECT_EQ(row.assert_code, "assert f(1) == 2\n");
    EXPECT_EQ(row.language, "python");
    EXPECT_THAT(row.assert_setup_code,
                AllOf(HasSubstr("from typing import *"), Not(HasSubstr("numpy"))));
  }
  EXPECT_THAT(RowOfLabel(R"j(["assert f(np.zeros(1))"])j").assert_setup_code,
              HasSubstr("import numpy as np"));
}

TEST(ConvertLabel, APackedListIsUnpacked) {
  // base64 of zlib of a pickle of ["assert True"]
  const ConvertedRow row =
      RowOfLabel(R"({"tests": "eJxrYJkqxAABsVN6uBOLi1OLShRCikpTpyTqAQBkRAgp"})");
  EXPECT_EQ(row.assert_code, "assert True\n");
}

TEST(ConvertLabel, AProblemOfOursStaysAsItIs) {
  const ConvertedRow row = RowOfLabel(
      R"({"problem": {"sha256": "ab"}, "language": "cpp", "time_limit_s": 3, "memory_mb": 64})");
  EXPECT_EQ(ProblemJson(row), R"({"sha256": "ab"})");
  EXPECT_THAT(ConvertedJson(row),
              AllOf(HasSubstr(R"("language":"cpp")"),
                    HasSubstr(R"("limits":{"cpu_time_s":3.0,"wall_time_s":3.0,"memory_mb":64})"),
                    HasSubstr(R"("problem":{"sha256": "ab"})")));
  EXPECT_THAT(ConvertedJson(RowOfLabel(
                  R"({"tests": ["assert 1"], "limits": {"cpu_time_s": 2, "wall_time_s": 9}})")),
              HasSubstr(R"("limits":{"cpu_time_s":2.0,"wall_time_s":9.0})"));
}

TEST(ConvertLabel, WhatIsNotUnderstoodIsNamed) {
  struct Case {
    const char* label;
    const char* message;
  };
  for (const Case& each : {
           Case{"null", "labels[3] is null"},
           Case{R"("")", "labels[3] is empty"},
           Case{"NaN", "labels[3] is NaN"},
           Case{R"({"gold": NaN})", "labels[3].gold is NaN"},
           Case{R"({"gold": " "})", "labels[3].gold is empty"},
           Case{"{}", "labels[3] has none of the members"},
           Case{R"("{\"question\": \"?\"}")", "labels[3] has none of the members"},
           Case{"[]", "labels[3] is a list of neither"},
           Case{"[1, 2]", "labels[3] is a list of neither"},
           Case{R"({"inputs": [], "outputs": []})", "labels[3] has no tests"},
           Case{R"({"tests": []})", "labels[3] has no tests"},
           Case{R"({"inputs": ["1"], "outputs": []})", "labels[3].outputs has 0 items"},
           Case{R"({"tests": "no json"})", "labels[3].tests must be a list"},
           Case{R"({"tests": [{"input": "1"}]})", "labels[3].tests[0].output is missing"},
           Case{R"({"inputs": ["{"], "outputs": ["1"], "fn_name": "f"})", "labels[3].inputs[0]"},
           Case{R"({"tests": ["assert 1"], "time_limit_s": 0})", "labels[3].time_limit_s must be"},
           Case{R"({"tests": ["assert 1"], "memory_mb": "x"})", "labels[3].memory_mb must be"},
       }) {
    const Conversion conversion = ConvertText(each.label);
    EXPECT_FALSE(conversion.row) << each.label;
    EXPECT_THAT(conversion.refusal.message, HasSubstr(each.message)) << each.label;
    EXPECT_FALSE(conversion.refusal.example.empty());
  }
}

}  // namespace
}  // namespace assay
