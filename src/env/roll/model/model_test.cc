#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "env/roll/model/message.h"
#include "env/roll/model/rollout.h"

namespace assay::env {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

ModelAnswer AnswerIn(const std::string& body) {
  rollout::GenerationRecord record;
  record.body = body;
  record.content = "text";
  return ReadAnswer(record);
}

std::string WithChoice(const std::string& choice, const std::string& more = "") {
  return R"({"choices":[)" + choice + "]" + more + "}";
}

TEST(ReadAnswer, FindsCallsOfTools) {
  const ModelAnswer answer = AnswerIn(WithChoice(
      R"({"message":{"tool_calls":[{"id":"a","function":{"name":"bash","arguments":"{\"x\":1}"}},
          {"function":{"name":"python","arguments":{"code":"1"}}}, 5, {"function":null}]}})"));
  const auto& calls = answer.message.tool_calls;
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls[0].id, "a");
  EXPECT_EQ(calls[0].name, "bash");
  EXPECT_EQ(calls[0].arguments, R"({"x":1})");
  EXPECT_EQ(calls[1].id, "call_1") << "answers to it need one";
  EXPECT_EQ(calls[1].arguments, R"({"code":"1"})") << "some servers give the object itself";
  EXPECT_EQ(calls[2].name, "") << "what is no call is told to the model, too";
  EXPECT_EQ(answer.message.content, "text");
}

TEST(ReadAnswer, FindsTokensAndTheirProbabilities) {
  const Step step =
      AnswerIn(
          WithChoice(R"({"token_ids":[7, 8],"logprobs":{"content":[{"token":"a","logprob":-1.5},
          {"token":"b","logprob":-Infinity}]}})",
                     R"(,"prompt_token_ids":[ 1,2 ])"))
          .step;
  EXPECT_EQ(step.token_ids, "[7,8]");
  EXPECT_EQ(step.prompt_token_ids, "[1,2]");
  EXPECT_EQ(step.logprobs, "[-1.5,null]");
  EXPECT_EQ(AnswerIn(WithChoice(R"({"logprobs":{"content":[{"token":"token_id:5","logprob":0}]}})"))
                .step.token_ids,
            "[5]");
}

TEST(ReadAnswer, TakesNoIdsFromWhatHasNone) {
  for (const char* const body :
       {"", "5", "[]", R"({"choices":[]})", R"({"choices":[{"token_ids":[1.5]}]})",
        R"({"choices":[{"token_ids":["1"],"logprobs":{"content":[{"token":"token_id:x"}]}}]})",
        R"({"choices":[{"logprobs":{"content":5}}],"prompt_token_ids":null})"}) {
    const Step step = AnswerIn(body).step;
    EXPECT_THAT(step.token_ids + step.prompt_token_ids + step.logprobs, IsEmpty()) << body;
  }
}

Rollout Example() {
  Rollout rollout;
  rollout.id = RolloutId("sums", "a/b", 2);
  rollout.environment = "sums";
  rollout.task = "a/b";
  rollout.sample = 2;
  rollout.messages = {{.role = "user", .content = "1+1?"},
                      {.role = "assistant", .content = ",\"reward\":7", .reasoning = "hm"}};
  rollout.response = ",\"reward\":7";
  rollout.steps.resize(2);
  rollout.steps[0].completion_tokens = 3;
  rollout.steps[1].completion_tokens = 4;
  return rollout;
}

TEST(RolloutLine, GetsItsRewardAndGivesItBack) {
  const std::string unscored = ToJson(Example());
  auto line = ParseRolloutLine(unscored);
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(line->id, "sums/a/b/2");
  EXPECT_EQ(line->completion_tokens, 7);
  EXPECT_FALSE(line->has_reward);
  EXPECT_EQ(line->unscored, unscored);

  const auto scored = WithReward(
      unscored, R"({"id":"0","score":0.5,"masked":false,"mask":null,"functions":[{"name":"m"}],
                    "advantage":-0.5,"origin":{}})");
  ASSERT_TRUE(scored.ok());
  EXPECT_THAT(*scored,
              HasSubstr(R"("reward":0.5,"masked":false,"mask":null,"functions":[{"name")"));
  EXPECT_THAT(*scored, HasSubstr(R"("advantage":-0.5})"));
  line = ParseRolloutLine(*scored);
  ASSERT_TRUE(line.ok());
  EXPECT_TRUE(line->has_reward);
  EXPECT_EQ(line->reward, 0.5);
  EXPECT_EQ(line->unscored, unscored) << "though its text quotes a reward";
  EXPECT_FALSE(WithReward(unscored, R"({"score":1})").ok());
  EXPECT_FALSE(WithReward(unscored, "no").ok());
}

TEST(RolloutLine, OfAFailureHasAMaskOfItsOwn) {
  Rollout rollout = Example();
  rollout.mask = Mask{"infrastructure", "timeout", "no \"answer\""};
  rollout.steps[1].completion_tokens.reset();
  const std::string unscored = ToJson(rollout);
  auto line = ParseRolloutLine(unscored);
  ASSERT_TRUE(line.ok());
  EXPECT_TRUE(line->failed);
  EXPECT_EQ(line->completion_tokens, std::nullopt) << "of one answer nobody knows";
  line = ParseRolloutLine(WithMask(unscored, *rollout.mask));
  ASSERT_TRUE(line.ok());
  EXPECT_TRUE(line->has_reward && line->failed);
  EXPECT_EQ(line->reward, std::nullopt);
  EXPECT_EQ(line->mask->reason, "timeout");
  EXPECT_EQ(line->mask->message, "no \"answer\"");
}

TEST(RolloutLine, IsRefusedWhereItIsNone) {
  for (const char* const text : {"", "{", "5", "{}", R"({"id":"a"})", R"({"id":5,"response":""})",
                                 R"({"id":"a","response":"", "reward" :1})"}) {
    EXPECT_FALSE(ParseRolloutLine(text).ok()) << text;
  }
}

}  // namespace
}  // namespace assay::env
