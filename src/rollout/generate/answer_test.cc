#include "rollout/generate/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rollout/generate/generate_test_util.h"

namespace assay::rollout {
namespace {

using ::testing::HasSubstr;

struct Reading {
  GenerationRecord record;
  std::optional<Failure> failure;
};

Reading Read(const std::string& body, const AnswerRules& rules = {}) {
  Reading reading;
  reading.failure = ReadCompletion(body, rules, &reading.record);
  return reading;
}

TEST(Answer, IsReadWithAllThatComesWithIt) {
  const Reading reading = Read(
      R"({"id":"c1","model":"m-1","choices":[{"message":{"content":"hi","reasoning_content":"hm"},
          "finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":5,
          "completion_tokens_details":{"reasoning_tokens":4}}})");
  ASSERT_FALSE(reading.failure);
  EXPECT_EQ(reading.record.content, "hi");
  EXPECT_EQ(reading.record.reasoning, "hm");
  EXPECT_EQ(reading.record.finish_reason, "stop");
  EXPECT_EQ(reading.record.id, "c1");
  EXPECT_EQ(reading.record.model, "m-1");
  EXPECT_EQ(reading.record.usage.prompt, 3);
  EXPECT_EQ(reading.record.usage.reasoning, 4);
  EXPECT_FALSE(reading.record.truncated);
}

TEST(Answer, MayBeCallsOfToolsWhereTheyWereOffered) {
  const std::string body =
      R"({"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"t1"}]}}]})";
  EXPECT_THAT(Read(body).failure->message, HasSubstr("has no text"));
  const Reading reading = Read(body, {.tool_calls = true, .keep_body = true});
  ASSERT_FALSE(reading.failure);
  EXPECT_EQ(reading.record.content, "");
  EXPECT_EQ(reading.record.body, body);
  EXPECT_TRUE(Read(R"({"choices":[{"message":{"tool_calls":[]}}]})", {.tool_calls = true}).failure);
}

TEST(Answer, OfATextIsTheTextAsItIs) {
  const AnswerRules rules{.route = CompletionsRoute::kText, .stop = {"\ndef"}};
  const Reading reading =
      Read(R"({"choices":[{"text":"  <think>\n x\ndef g","finish_reason":"length"}]})", rules);
  ASSERT_FALSE(reading.failure);
  EXPECT_EQ(reading.record.content, "  <think>\n x");
  EXPECT_TRUE(reading.record.truncated);
  EXPECT_FALSE(reading.record.usage.prompt.has_value());
}

TEST(Answer, ThoughtsAreSplitOff) {
  const auto split = [](std::string_view text, Thinking thinking = Thinking::kAuto) {
    const SplitText parts = SplitThoughts(text, thinking);
    return parts.reasoning + "|" + parts.content + (parts.unclosed ? "|unclosed" : "");
  };
  EXPECT_EQ(split("<think>\nhm\n</think>\n\nyes"), "hm|yes");
  EXPECT_EQ(split("hm</think>yes"), "hm|yes") << "the opening tag was in the prompt";
  EXPECT_EQ(split("hm</think>"), "hm|");
  EXPECT_EQ(split("</think>"), "|");
  EXPECT_EQ(split("<think>a </think> b</think>yes"), "a </think> b|yes");
  EXPECT_EQ(split("<think>hm"), "hm||unclosed");
  EXPECT_EQ(split(" plain <think> text"), "| plain <think> text");
  EXPECT_EQ(split("plain", Thinking::kExpected), "plain||unclosed");
  EXPECT_EQ(split("", Thinking::kExpected), "|");
  EXPECT_EQ(split("<think>hm</think>yes", Thinking::kNone), "|<think>hm</think>yes");
}

TEST(Answer, ThoughtsWithoutAnEndAreCutShort) {
  const Reading reading = Read(Saying("<think>hm"));
  ASSERT_FALSE(reading.failure);
  EXPECT_TRUE(reading.record.truncated);
  EXPECT_EQ(reading.record.content, "");
  EXPECT_EQ(reading.record.reasoning, "hm");
  const AnswerRules expected{.thinking = Thinking::kExpected};
  EXPECT_TRUE(Read(Saying("hm"), expected).record.truncated);
  EXPECT_FALSE(Read(Completion(R"({"content":"yes","reasoning":"hm"})"), expected).record.truncated)
      << "the endpoint took them out";
}

TEST(Answer, NullIsEmptyWhenTheModelCameToAnEnd) {
  for (const char* message : {R"({"content":null})", R"({"content":""})",
                              R"({"content":null,"reasoning_content":"hm"})"}) {
    const Reading reading = Read(Completion(message));
    ASSERT_FALSE(reading.failure) << message;
    EXPECT_EQ(reading.record.content, "");
  }
  EXPECT_EQ(Read(Completion(R"({"content":null})", "null")).failure->Name(), "malformed");
  EXPECT_TRUE(Read(Completion(R"({"content":null})", "\"length\"")).record.truncated);
}

TEST(Answer, OtherShapesOfContentAreRead) {
  EXPECT_EQ(
      Read(Completion(R"({"content":[{"type":"text","text":"a"},{"text":"b"}]})")).record.content,
      "ab");
  EXPECT_EQ(Read(Completion(R"({"content":null,"refusal":"no"})")).record.content, "no");
}

TEST(Answer, WhatIsNoCompletionIsAFailureThatIsTriedAgain) {
  for (const char* body : {"", "<html>", "{}", R"({"choices":[]})", R"({"choices":[{}]})",
                           R"({"choices":[{"message":{}}]})"}) {
    const Reading reading = Read(body);
    ASSERT_TRUE(reading.failure) << body;
    EXPECT_EQ(reading.failure->Name(), "malformed");
    EXPECT_TRUE(reading.failure->retryable);
  }
}

TEST(Answer, AnErrorInA200IsOne) {
  const Reading busy = Read(R"({"error":{"code":429,"message":"slow down"}})");
  EXPECT_EQ(busy.failure->Name(), "http_429");
  EXPECT_TRUE(busy.failure->retryable);
  EXPECT_EQ(Read(R"({"choices":[{"error":{"code":402,"message":"x"}}]})").failure->Name(), "quota");
  EXPECT_EQ(Read(R"({"error":"overloaded"})").failure->Name(), "http_500");
  EXPECT_FALSE(Read(R"({"error":null,"choices":[{"message":{"content":"a"}}]})").failure);
}

TEST(Answer, WhatWasFilteredIsKeptBesideItsFailure) {
  const Reading reading = Read(Completion(R"({"content":"half"})", "\"content_filter\""));
  ASSERT_TRUE(reading.failure);
  EXPECT_EQ(reading.failure->Name(), "content_filter");
  EXPECT_FALSE(reading.failure->retryable);
  EXPECT_EQ(reading.record.content, "half");
}

TEST(Answer, IsCutAtTheFirstStop) {
  std::string text = "one STOP two END";
  CutAtStops({"END", "STOP", "none"}, &text);
  EXPECT_EQ(text, "one ");
}

TEST(Answer, ModelsAreTheSameWithOrganizationAndDate) {
  EXPECT_TRUE(IsSameModel("gpt-4o", "gpt-4o-2024-08-06"));
  EXPECT_TRUE(IsSameModel("Qwen/Qwen3-8B", "qwen3-8b"));
  EXPECT_FALSE(IsSameModel("gpt-4o", "gpt-4o-mini"));
  EXPECT_FALSE(IsSameModel("o1-high", "o1-low"));
  EXPECT_FALSE(IsSameModel("a", "a-"));
}

}  // namespace
}  // namespace assay::rollout
