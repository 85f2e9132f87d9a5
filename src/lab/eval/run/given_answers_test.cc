#include "lab/eval/run/given_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace assay::eval {
namespace {

using rollout::AnswerForm;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GivenAnswersTest : public ::testing::Test {
 protected:
  ~GivenAnswersTest() override { ::unlink(path_.c_str()); }

  Result<GivenAnswers> Read(const std::string& text) {
    std::ofstream(path_) << text;
    return ReadGivenAnswers(path_, {"a", "b"});
  }
  std::vector<std::string> Contents(const std::string& text) {
    const auto given = Read(text);
    EXPECT_TRUE(given.ok()) << given.error().message;
    std::vector<std::string> contents;
    if (!given.ok()) return contents;
    for (const rollout::GenerationRecord& record : given->records) {
      contents.push_back(record.item + std::to_string(record.sample) + ":" + record.content);
    }
    return contents;
  }

  const std::string path_ = ::testing::TempDir() + "assay_given_" + std::to_string(::getpid());
};

TEST_F(GivenAnswersTest, SamplesAreNumberedAsTheyCome) {
  EXPECT_THAT(Contents(R"({"task_id":"a","content":"x"}
{"item":"b","response":["y","z"]}
{"id":"a","content":"w"}
{"id":"a","sample":7,"content":"v"}
{"id":"c","content":"of another run"}
)"),
              ElementsAre("a0:x", "b0:y", "b1:z", "a1:w", "a7:v"));
}

TEST_F(GivenAnswersTest, FormsOfOtherToolsAreTold) {
  const auto forms = [this](const std::string& text) {
    const auto given = Read(text);
    EXPECT_TRUE(given.ok()) << given.error().message;
    return given->records.at(0).form;
  };
  EXPECT_EQ(forms(R"({"task_id":"a","solution":"x"})"), AnswerForm::kProgram);
  EXPECT_EQ(forms(R"({"task_id":"a","completion":"x"})"), AnswerForm::kContinuation);
  EXPECT_EQ(forms(R"([{"question_id":"a","code_list":["x"],"output_list":["y"]}])"),
            AnswerForm::kProgram);
  EXPECT_EQ(forms(R"({"id":"a","prompt":"p","response":["x"]})"), AnswerForm::kAnswer);
}

TEST_F(GivenAnswersTest, AFailureOfARunIsNoEmptyAnswer) {
  const auto given = Read(R"({"item":"a","sample":0,"content":"","error":{"kind":"timeout"}}
{"item":"a","sample":1,"content":"x","error":null}
)");
  ASSERT_TRUE(given.ok());
  EXPECT_EQ(given->failed, 1u);
  ASSERT_EQ(given->records.size(), 1u);
  EXPECT_EQ(given->records[0].sample, 1);
}

TEST_F(GivenAnswersTest, ThoughtsAreSplitOffAndMissingEndsAreSeen) {
  const auto given = Read(R"({"id":"a","content":"<think>hm</think>yes"}
{"id":"a","content":"<think>hm"}
{"id":"a","content":"half","finish_reason":"length"}
)");
  ASSERT_TRUE(given.ok());
  EXPECT_EQ(given->records[0].content, "yes");
  EXPECT_EQ(given->records[0].reasoning, "hm");
  EXPECT_FALSE(given->records[0].truncated);
  EXPECT_EQ(given->records[1].content, "");
  EXPECT_TRUE(given->records[1].truncated);
  EXPECT_TRUE(given->records[2].truncated);
}

TEST_F(GivenAnswersTest, TwoAnswersWithOneNumberAreRefused) {
  EXPECT_THAT(Read(R"({"id":"a","sample":1,"content":"x"}
{"id":"a","sample":1,"content":"y"}
)")
                  .error()
                  .message,
              HasSubstr("has already"));
}

// `a` has three answers, one of which is missing between the others; `b` has one.
constexpr char kUneven[] = R"({"id":"a","sample":0,"content":"x"}
{"id":"a","sample":2,"content":"y"}
{"id":"b","content":"z"}
)";

TEST_F(GivenAnswersTest, FewerThanAskedForIsAnErrorThatNamesTheItems) {
  auto given = Read(kUneven);
  ASSERT_TRUE(given.ok());
  const auto refused = ApplyRule({"a", "b", "c"}, {.samples = 3}, &*given);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(refused.error().message, HasSubstr("3 of 3 items have fewer than 3 answers"));
  EXPECT_THAT(refused.error().message, HasSubstr("a has 2, b has 1, c has 0"));
  EXPECT_THAT(refused.error().message, HasSubstr("--allow-fewer"));
  const auto allowed = ApplyRule({"a", "b", "c"}, {.samples = 3, .allow_fewer = true}, &*given);
  ASSERT_TRUE(allowed.ok());
  EXPECT_THAT(*allowed, HasSubstr("c has 0"));
  EXPECT_EQ(given->by_item["a"], 3);
}

TEST_F(GivenAnswersTest, AnItemWithoutAnAnswerIsNotPassedOver) {
  auto given = Read(kUneven);
  ASSERT_TRUE(given.ok());
  EXPECT_THAT(ApplyRule({"a", "b", "c"}, {}, &*given).error().message,
              HasSubstr("1 of 3 items have fewer than 1 answer in the file: c has 0"));
  EXPECT_EQ(*ApplyRule({"a", "b"}, {}, &*given), "");
}

TEST_F(GivenAnswersTest, MoreThanAskedForIsCut) {
  auto given = Read(kUneven);
  ASSERT_TRUE(given.ok());
  EXPECT_EQ(*ApplyRule({"a", "b"}, {.samples = 1}, &*given), "");
  EXPECT_EQ(given->records.size(), 2u);
  EXPECT_EQ(given->samples, 1);
  EXPECT_EQ(given->by_item["a"], 1);
}

TEST_F(GivenAnswersTest, WhatIsNoAnswerIsRefused) {
  EXPECT_THAT(Read(R"({"content":"x"})").error().message, HasSubstr("has no item"));
  EXPECT_THAT(Read(R"({"id":"a"})").error().message, HasSubstr("has no answer"));
  EXPECT_THAT(Read(R"({"id":"c","content":"x"})").error().message, HasSubstr("no row of"));
}

}  // namespace
}  // namespace assay::eval
