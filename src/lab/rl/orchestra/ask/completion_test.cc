#include "lab/rl/orchestra/ask/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::orchestra {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RolloutAsk SimpleAsk() {
  RolloutAsk ask;
  ask.model = "m";
  ask.messages = R"([{"role":"user","content":"q ]"}])";
  ask.temperature = 0.5;
  return ask;
}

TEST(Completion, RequestsSayWhatIsAskedAndNothingElse) {
  RolloutAsk ask = SimpleAsk();
  EXPECT_EQ(CompletionRequest(ask, 9, nullptr),
            R"({"model":"m","messages":[{"role":"user","content":"q ]"}],"max_tokens":9,)"
            R"("temperature":0.5,"logprobs":true,"return_token_ids":true})");
  ask.token_ids = false;
  ask.extra_body = R"("top_p":0.9)";
  const std::string begun = "I \"think\"";
  EXPECT_EQ(CompletionRequest(ask, 9, &begun),
            R"({"model":"m","messages":[{"role":"user","content":"q ]"},)"
            R"({"role":"assistant","content":"I \"think\""}],"continue_final_message":true,)"
            R"("add_generation_prompt":false,"max_tokens":9,"temperature":0.5,"top_p":0.9})");
}

RolloutText Read(const std::string& body) {
  auto rollout = ReadRollout(body);
  EXPECT_TRUE(rollout.ok()) << rollout.error().message;
  return std::move(rollout).value();
}

std::string Answer(const std::string& text, const std::string& reason, const std::string& prompt,
                   const std::string& ids, const std::string& logprobs) {
  return R"({"prompt_token_ids":[)" + prompt + R"(],"choices":[{"message":{"content":")" + text +
         R"("},"finish_reason":")" + reason + R"(","token_ids":[)" + ids +
         R"(],"logprobs":{"content":[)" + logprobs + R"(]}}],"usage":{"completion_tokens":7}})";
}

TEST(Completion, AnswersSayTokensAndWhatTheyCost) {
  const RolloutText rollout =
      Read(Answer("ab", "length", "1,2", "3,4", R"({"logprob":-0.5},{"logprob":-1})"));
  EXPECT_EQ(rollout.text, "ab");
  EXPECT_TRUE(rollout.truncated);
  EXPECT_THAT(rollout.prompt_ids, ElementsAre(1, 2));
  EXPECT_THAT(rollout.token_ids, ElementsAre(3, 4));
  EXPECT_THAT(rollout.logprobs, ElementsAre(-0.5, -1));
  EXPECT_THAT(rollout.chosen, ElementsAre(true, true));
  EXPECT_EQ(rollout.tokens, 7);
  // A server without vLLM's fields, one that takes thoughts out.
  const RolloutText plain = Read(
      R"({"choices":[{"message":{"content":"7","reasoning_content":"hm"},"finish_reason":"stop"}]})");
  EXPECT_EQ(plain.text, "<think>hm</think>7");
  EXPECT_TRUE(plain.token_ids.empty());
  EXPECT_FALSE(plain.truncated);
}

TEST(Completion, WhatIsNoRolloutIsSaidSo) {
  EXPECT_FALSE(ReadRollout("{").ok());
  EXPECT_FALSE(ReadRollout("{}").ok());
  EXPECT_FALSE(ReadRollout(R"({"choices":[]})").ok());
  EXPECT_FALSE(ReadRollout(R"({"choices":[{}]})").ok());
  EXPECT_THAT(ReadRollout(Answer("ab", "stop", "1", "3,4", R"({"logprob":-1})")).error().message,
              HasSubstr("as many log-probabilities as tokens"));
}

TEST(Completion, AnInterruptedOneIsJoinedWithThePhraseMasked) {
  const RolloutText first =
      Read(Answer("ab", "length", "1,2", "3,4", R"({"logprob":-1},{"logprob":-2})"));
  const RolloutText second = Read(Answer("z", "stop", "1,2,3,4,50,51", "9", R"({"logprob":-3})"));
  const auto joined = Joined(first, " stop! ", second);
  ASSERT_TRUE(joined.ok());
  EXPECT_EQ(joined->text, "ab stop! z");
  EXPECT_TRUE(joined->interrupted);
  EXPECT_FALSE(joined->truncated);
  EXPECT_THAT(joined->prompt_ids, ElementsAre(1, 2));
  EXPECT_THAT(joined->token_ids, ElementsAre(3, 4, 50, 51, 9));
  EXPECT_THAT(joined->logprobs, ElementsAre(-1, -2, 0, 0, -3));
  EXPECT_THAT(joined->chosen, ElementsAre(true, true, false, false, true));
  const RolloutText other = Read(Answer("z", "stop", "1,2,3,77,50", "9", R"({"logprob":-3})"));
  EXPECT_THAT(Joined(first, " stop! ", other).error().message,
              HasSubstr("other tokens than it wrote"));
}

}  // namespace
}  // namespace assay::orchestra
