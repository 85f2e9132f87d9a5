#include "rollout/folder/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rollout/folder/folder_test_util.h"

namespace assay::rollout {
namespace {

using ::testing::HasSubstr;

TEST(Records, AnAnswerReadsBackAsItWasWritten) {
  GenerationRecord record;
  record.key = "k";
  record.item = "HumanEval/3";
  record.sample = 7;
  record.form = AnswerForm::kProgram;
  record.content = "line\n\"quoted\" \xE2\x82\xAC";
  record.reasoning = "hm";
  record.truncated = true;
  record.finish_reason = "length";
  record.model = "m-2";
  record.id = "cmpl-1";
  record.usage = {.prompt = 5, .completion = 9, .reasoning = std::nullopt};
  record.attempts = 3;
  const std::string json = ToJson(record);
  EXPECT_EQ(json.find('\n'), json.npos);
  const auto read = ParseGeneration(json);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(ToJson(*read), json);
  EXPECT_EQ(read->content, record.content);
  EXPECT_EQ(read->form, AnswerForm::kProgram);
  EXPECT_EQ(read->usage.completion, 9);
  EXPECT_FALSE(read->usage.reasoning.has_value());
  EXPECT_FALSE(read->error.has_value());
}

TEST(Records, AFailureIsARowWithItsKind) {
  const auto read = ParseGeneration(ToJson(Failed("k", "http_500")));
  ASSERT_TRUE(read.ok());
  ASSERT_TRUE(read->error.has_value());
  EXPECT_EQ(read->error->kind, "http_500");
  EXPECT_EQ(read->error->message, "it did not work");
}

TEST(Records, AVerdictReadsBackAsItWasWritten) {
  VerdictRecord record = Judged("k", "failed");
  record.sample = 2;
  record.reason = "WA:wrong_answer";
  record.message = "test 3";
  record.partial = 0.25;
  record.answer = "42";
  record.rule = "last fence";
  record.truncated = record.empty = record.unextracted = true;
  record.code_sha = "ab";
  record.parts = {{"base", "pass"}, {"plus", "timeout"}};
  const auto read = ParseVerdict(ToJson(record));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(ToJson(*read), ToJson(record));
  EXPECT_EQ(read->partial, 0.25);
  EXPECT_EQ(read->parts, record.parts);
}

TEST(Records, BytesThatAreNoTextAreReplaced) {
  const auto read = ParseGeneration(ToJson(Answered("k", "a\xFF")));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->content, "a\xEF\xBF\xBD");
}

TEST(Records, WhatIsNoRowIsRefusedWithItsField) {
  EXPECT_THAT(ParseGeneration("[1]").error().message, HasSubstr("no JSON object"));
  EXPECT_THAT(
      ParseGeneration(R"({"key":"k","item":"a","sample":"x","content":""})").error().message,
      HasSubstr("sample"));
  EXPECT_THAT(ParseVerdict(R"({"key":"k","generation":"g","item":"a","sample":0,"profile":"assay",
                               "state":"well"})")
                  .error()
                  .message,
              HasSubstr("state"));
  EXPECT_FALSE(ParseGeneration(R"({"key":"k)").ok());
}

TEST(Records, AKeyIsOfAllThatTheRowDependsOn) {
  const std::string key = GenerationKey("m", "e", "p", "{}", 0);
  EXPECT_EQ(key.size(), 64u);
  EXPECT_EQ(key, GenerationKey("m", "e", "p", "{}", 0));
  for (const std::string& other :
       {GenerationKey("n", "e", "p", "{}", 0), GenerationKey("m", "f", "p", "{}", 0),
        GenerationKey("m", "e", "q", "{}", 0), GenerationKey("m", "e", "p", "{ }", 0),
        GenerationKey("m", "e", "p", "{}", 1), GenerationKey("me", "", "p", "{}", 0)}) {
    EXPECT_NE(other, key);
  }
  EXPECT_NE(VerdictKey("g", "p", "official", "1"), VerdictKey("g", "p", "assay", "1"));
  EXPECT_NE(VerdictKey("g", "p", "assay", "1"), VerdictKey("g", "p", "assay", "2"));
}

}  // namespace
}  // namespace assay::rollout
