#include "lab/eval/rubrics/rubric_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/rows/rows_fixture.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

constexpr char kRubric[] = "functions: [{kind: science}]";

class RubricRowsTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<LoadedBenchmark>> Load(const std::string& rows,
                                                const std::string& rubric = kRubric,
                                                double pass_at = 1) {
    BenchmarkOptions options;
    options.data = {folder_.Write("rows.jsonl", rows)};
    if (!rubric.empty()) options.rubric = folder_.Write("rubric.yaml", rubric);
    options.pass_at = pass_at;
    return RubricRows().load(options);
  }
  std::string Fault(const std::string& rows, const std::string& rubric = kRubric) {
    const auto loaded = Load(rows, rubric);
    return loaded.ok() ? "none" : loaded.error().message;
  }
  static Grade Read(const LoadedBenchmark& loaded, const std::string& result, int status = 200) {
    return loaded.ReadAnswer(0, GradeProfile::kAssay, {}, status,
                             R"({"results":[)" + result + "]}");
  }

  TemporaryFolder folder_;
};

TEST_F(RubricRowsTest, ARowIsAskedAndJudgedByWhatItHas) {
  const auto loaded = Load(
      R"({"id":"a","prompt":"How fast?","gold":"72 km/h","difficulty":2,"response":"old"}
{"prompt":[{"role":"system","content":"Be short."},{"role":"user","content":"And now?"}],"gold":5}
)");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto& items = (*loaded)->items();
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].id, "a");
  EXPECT_EQ(items[1].id, "row/1");
  EXPECT_EQ(items[0].difficulty, "2");
  EXPECT_EQ(items[0].prompt.messages[0].content, "How fast?");
  EXPECT_EQ(items[1].prompt.messages[0].role, "system");
  const AnswerText answer{.content = "20 \"m/s\"", .reasoning = "so"};
  const Extracted extracted = (*loaded)->Extract(0, answer, GradeProfile::kAssay);
  const GradeTask task = (*loaded)->Task(0, extracted, GradeProfile::kAssay);
  EXPECT_EQ(task.route, GradeTask::Route::kScore);
  EXPECT_EQ(task.body, R"({"rubrics":{"rubric":{"functions":[{"kind":"science"}]}},"items":[{)"
                       R"("prompt":"How fast?","gold":"72 km/h","difficulty":2,)"
                       R"("response":"<think>so</think>20 \"m/s\""}]})");
}

TEST_F(RubricRowsTest, AScoreIsReadByTheLeastThatPasses) {
  const std::string row = R"({"prompt":"p","gold":"1"})";
  const auto loaded = Load(row, kRubric, 0.5);
  ASSERT_TRUE(loaded.ok());
  const Grade half = Read(**loaded, R"({"score":0.5,"functions":[{"name":"f","value":0.5}]})");
  EXPECT_EQ(half.state, SampleState::kPassed);
  EXPECT_EQ(half.partial, 0.5);
  EXPECT_EQ(half.reason, "score:0.5");
  EXPECT_THAT(half.parts, ElementsAre(Pair("f", "0.5")));
  const Grade negative = Read(**loaded, R"({"score":-0.5,"functions":[]})");
  EXPECT_EQ(negative.state, SampleState::kFailed);
  EXPECT_EQ(negative.partial, std::nullopt);
  // A verdict under another bar is another verdict.
  EXPECT_NE((*loaded)->items()[0].problem_sha, (*Load(row))->items()[0].problem_sha);
}

TEST_F(RubricRowsTest, WhatHasNoScoreIsNoZero) {
  const auto loaded = Load(R"({"prompt":"p","gold":"1"})");
  ASSERT_TRUE(loaded.ok());
  const Grade open = Read(
      **loaded, R"({"score":null,"mask":{"cause":"problem","reason":"undecided","message":"m"}})");
  EXPECT_EQ(open.state, SampleState::kMasked);
  EXPECT_EQ(open.reason, "masked:undecided");
  const Grade ours = Read(**loaded, R"({"score":null,"mask":{"cause":"infrastructure"}})");
  EXPECT_EQ(ours.state, SampleState::kErrored);
  EXPECT_EQ(Read(**loaded, "", 503).state, SampleState::kErrored);
  EXPECT_EQ(Read(**loaded, R"({"score":1},{"score":1})").state, SampleState::kErrored);
}

TEST_F(RubricRowsTest, AReferenceIsAKnownSampleAndNeverSent) {
  const auto loaded = Load(R"({"prompt":"p","gold":"1","reference":"It is 1."}
{"prompt":"q","gold":"2"})");
  ASSERT_TRUE(loaded.ok());
  const auto samples = (*loaded)->KnownSamples();
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_EQ(samples[0].answer.content, "It is 1.");
  EXPECT_THAT((*loaded)->Task(0, {"x", ""}, GradeProfile::kAssay).body,
              Not(HasSubstr("reference")));
}

TEST_F(RubricRowsTest, FaultsAreNamed) {
  EXPECT_THAT(Fault(R"({"prompt":"p"})", ""), HasSubstr("--rubric"));
  EXPECT_THAT(Fault(R"({"prompt":"p"})", "functions: [{kind: best_of}]"), HasSubstr("--rubric"));
  EXPECT_THAT(Fault(R"({"gold":"p"})"), HasSubstr("neither \"prompt\""));
  EXPECT_THAT(Fault(R"({"prompt":7})"), HasSubstr("must have a text"));
  EXPECT_THAT(Fault(R"({"prompt":[{"role":"assistant","content":"x"}]})"), HasSubstr("the user's"));
  EXPECT_THAT(Fault(R"({"prompt":[{"role":"tool","content":"x"},{"role":"user","content":"y"}]})"),
              HasSubstr("must have a text"));
  EXPECT_THAT(Fault(R"({"id":"a","prompt":"p"}
{"id":"a","prompt":"q"})"),
              HasSubstr("the id 'a'"));
  EXPECT_THAT(Fault("\n"), HasSubstr("no rows"));
}

}  // namespace
}  // namespace assay::eval
