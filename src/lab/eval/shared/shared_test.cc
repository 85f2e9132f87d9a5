// Extraction and how answers of the judge are read.
#include <gtest/gtest.h>

#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/run_answer.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

TEST(AnswerBlocks, BetweenTheLastTwoLinesWithFences) {
  EXPECT_EQ(BetweenLastFences("a\n```python\nx = 1\ny\n```\nend").code, "x = 1\ny");
  EXPECT_EQ(BetweenLastFences("```\na\n```\n```\nb\n```").code, "b");
  // A third fence moves it: the text between the blocks.
  EXPECT_EQ(BetweenLastFences("```\na\n```\ntext\n```").code, "text");
  EXPECT_EQ(BetweenLastFences("```\n```").code, "");
  EXPECT_FALSE(BetweenLastFences("```python\nx").code.has_value());
  EXPECT_FALSE(BetweenLastFences("").code.has_value());
}

TEST(AnswerBlocks, CutsAtTheEarliestStop) {
  EXPECT_EQ(CutAtStop("abc\ndef x\nclass", {"\nclass", "\ndef"}), "abc");
  EXPECT_EQ(CutAtStop("abc", {}), "abc");
}

std::string PassedUnlessStderr(const ProgramRun& run) {
  return run.stderr_text.empty() && run.exit_code == 0 ? "" : "failed";
}

Grade Read(std::string_view body, int status = 200) {
  return ReadRun(status, body, PassedUnlessStderr);
}

TEST(ReadRun, TellsWhatSaysSomethingAboutTheCandidate) {
  EXPECT_EQ(Read(R"({"verdict":"AC","cause":"candidate","reason":"finished","tests":[
      {"status":"exited","exit_code":0,"stdout":"","stderr":""}]})")
                .state,
            SampleState::kPassed);
  EXPECT_EQ(Read(R"({"verdict":"AC","cause":"candidate","reason":"finished","tests":[
      {"status":"exited","exit_code":0,"stdout":"","stderr":"x"}]})")
                .state,
            SampleState::kFailed);
  EXPECT_EQ(Read(R"({"results":[{"verdict":"CE","cause":"candidate","reason":"compile_error",
      "tests":[{"id":"0","verdict":"SKIPPED","executed":false}]}]})")
                .state,
            SampleState::kFailed);
  EXPECT_EQ(Read(R"({"verdict":"TLE","cause":"candidate","reason":"wall_limit","tests":[
      {"status":"wall-limit","exit_code":null}]})")
                .state,
            SampleState::kFailed);
  EXPECT_EQ(
      Read(R"({"verdict":"IE","cause":"infrastructure","reason":"start_failed","tests":[]})").state,
      SampleState::kErrored);
  EXPECT_EQ(
      Read(R"({"verdict":"JE","cause":"problem","reason":"unknown_problem","tests":[]})").state,
      SampleState::kMasked);
  EXPECT_EQ(Read(R"({"error":{"code":"invalid"}})", 422).state, SampleState::kErrored);
  EXPECT_EQ(Read("").state, SampleState::kErrored);
}

TEST(JudgeBody, IsTheRoutesJson) {
  JudgeBody body;
  body.language = "python";
  body.code = "print(\"\xff\")";  // no UTF-8
  body.mode = "function_call";
  body.function_name = "f";
  body.tests = {{"[1,2]", "3"}};
  body.files = {{"a/b.js", "x"}};
  body.limits.cpu_time_s = 6;
  const std::string text = body.Write();
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  ASSERT_TRUE(document) << error.message << text;
  const JsonValue problem = document->root().Find("problem");
  EXPECT_EQ(problem.Find("tests").Items()[0].Find("input").raw(), "[1,2]");
  EXPECT_EQ(document->root().Find("files").Find("a/b.js").String(), "eA==");
  EXPECT_EQ(document->root().Find("limits").Find("cpu_time_s").Double(), 6);
  EXPECT_FALSE(document->root().Find("compile_limits"));
}

}  // namespace
}  // namespace assay::eval
