#include "env/roll/play/conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "env/roll/play/feedback.h"
#include "env/roll/tools/sandbox_test_util.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

using rollout::Ask;
using rollout::GenerationRecord;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ConversationTest : public testing::Test {
 protected:
  ConversationTest() {
    manifest_.name = "sums";
    manifest_.user_prompt = "{question}";
    sampling_.model = "m";
    task_.id = "a";
    task_.user_prompt = "1+1?";
    task_.item = R"({"id":"a","gold":"2"})";
    surrounding_.judge = &judge_;
    surrounding_.label = "run";
    surrounding_.score = [this](const std::string& item) -> Result<std::string> {
      scored_.push_back(item);
      return results_.at(scored_.size() - 1);
    };
  }

  Ask First() {
    stage_ = *StageOf(manifest_, sampling_);
    conversation_.emplace(*stage_, task_, 3, surrounding_);
    return conversation_->First();
  }
  // The answer of a model that says `content`, or calls.
  std::optional<Ask> Say(const std::string& content, const std::string& calls = "[]") {
    GenerationRecord record;
    record.content = content;
    record.body = R"({"choices":[{"message":{"tool_calls":)" + calls + "}}]}";
    record.attempts = 2;
    record.usage.completion = 10;
    record.truncated = truncated_;
    record.request_time = std::chrono::seconds(1);
    return *conversation_->Next(record);
  }
  std::optional<Ask> Fail(const std::string& kind) {
    GenerationRecord record;
    record.error = rollout::RowError{kind, "why"};
    return *conversation_->Next(record);
  }
  static std::string CallOf(const std::string& name, const std::string& arguments) {
    JsonWriter json;
    json.BeginArray().BeginObject().Key("id").String("c").Key("function").BeginObject();
    json.Key("name").String(name).Key("arguments").String(arguments);
    return json.EndObject().EndObject().EndArray().Take();
  }
  static std::string ResultOf(double score) {
    return R"({"score":)" + std::to_string(score) +
           R"(,"mask":null,"functions":[{"name":"math","weight":1,"value":)" +
           std::to_string(score) + R"(,"detail":{"verdict":"incorrect","answer":"3"}}]})";
  }
  const Rollout& Over() { return conversation_->rollout(); }

  Manifest manifest_;
  rollout::Sampling sampling_;
  Task task_;
  FakeSandboxes judge_;
  std::vector<std::string> scored_;
  std::vector<std::string> results_;
  Surrounding surrounding_;
  std::optional<Stage> stage_;
  std::optional<Conversation> conversation_;
  bool truncated_ = false;
};

TEST_F(ConversationTest, OfOneTurnIsAPromptAndAnAnswer) {
  manifest_.system_prompt = "Be brief.";
  manifest_.rollout.limits.response_tokens = 50;
  sampling_.seed = 7;
  const Ask ask = First();
  EXPECT_EQ(ask.key, "sums/a/3");
  EXPECT_EQ(ask.max_tokens, 50);
  EXPECT_THAT(
      ask.body,
      AllOf(HasSubstr(
                R"([{"role":"system","content":"Be brief."},{"role":"user","content":"1+1?"}])"),
            HasSubstr(R"("max_tokens":50)"), HasSubstr(R"("seed":10)"), Not(HasSubstr("tools"))));
  EXPECT_EQ(Say("<think>hm</think>2"), std::nullopt);
  EXPECT_EQ(Over().response, "<think>hm</think>2") << "thoughts are the rubric's to tell apart";
  EXPECT_EQ(Over().ended, Ended::kAnswer);
  EXPECT_EQ(Over().messages.size(), 3u);
  EXPECT_EQ(Over().attempts, 2);
  EXPECT_EQ(Over().model_s, 1);
  EXPECT_TRUE(conversation_->result().empty()) << "nobody has scored it yet";
  EXPECT_EQ(
      ScoredItem(task_, "sums", "2", 10, "g"),
      R"({"id":"a","gold":"2","rubric":"sums","response":"2","response_tokens":10,"origin":{"group":"g"}})");
}

TEST_F(ConversationTest, SaysSomethingAfterAnAnswerThatIsNotRightYet) {
  manifest_.rollout.limits.turns = 3;
  manifest_.rollout.follow_up.text = "No";
  task_.follow_up = "{score}: {feedback} ({turns_left})";
  results_ = {ResultOf(0.25), ResultOf(1)};
  First();
  const auto ask = Say("3");
  ASSERT_TRUE(ask);
  EXPECT_THAT(ask->body, HasSubstr(R"({"role":"assistant","content":"3"},{"role":"user",)"
                                   R"x("content":"0.25: math: 0.25 (incorrect) (2)"})x"));
  EXPECT_EQ(Say("2"), std::nullopt);
  EXPECT_EQ(conversation_->result(), ResultOf(1)) << "it needs no second score";
  EXPECT_EQ(Over().response, "2");
  EXPECT_THAT(scored_[0], HasSubstr(R"("response":"3","response_tokens":10})"));
}

TEST_F(ConversationTest, HasNoFollowUpOnceTurnsOrTokensAreUsedUp) {
  manifest_.rollout.limits.turns = 2;
  manifest_.rollout.follow_up.text = task_.follow_up = "No";
  results_ = {ResultOf(0), ResultOf(0)};
  First();
  EXPECT_TRUE(Say("3"));
  EXPECT_EQ(Say("4"), std::nullopt);
  EXPECT_EQ(scored_.size(), 1u) << "the last answer is scored with the others of the run";
  EXPECT_EQ(Over().ended, Ended::kAnswer);

  manifest_.rollout.limits.turns = 9;
  manifest_.rollout.limits.response_tokens = 15;
  scored_.clear();
  First();
  const auto ask = Say("3");
  ASSERT_TRUE(ask);
  EXPECT_EQ(ask->max_tokens, 5) << "what is left";
  EXPECT_EQ(Say("4"), std::nullopt);
}

TEST_F(ConversationTest, AMaskedScoreEndsIt) {
  manifest_.rollout.limits.turns = 3;
  manifest_.rollout.follow_up.text = task_.follow_up = "No";
  results_ = {R"({"score":null,"mask":{"cause":"problem"},"functions":[]})"};
  First();
  EXPECT_EQ(Say("3"), std::nullopt);
  EXPECT_EQ(conversation_->result(), results_[0]);
}

TEST_F(ConversationTest, AnswersEachCallAndGoesOn) {
  manifest_.rollout.tools = {"bash", "submit"};
  manifest_.rollout.response.from = ResponseFrom::kSubmit;
  manifest_.rollout.limits.turns = 3;
  judge_.exec = [](const std::string&) { return FakeSandboxes::Ended("hello"); };
  EXPECT_THAT(First().body,
              AllOf(HasSubstr(R"("tools":[{"function":)"), HasSubstr(R"("name":"bash")")));
  const auto ask = Say("", CallOf("bash", R"({"command":"ls"})"));
  ASSERT_TRUE(ask);
  EXPECT_THAT(ask->body, HasSubstr(R"({"role":"tool","content":"hello","tool_call_id":"c"})"));
  EXPECT_THAT(ask->body, HasSubstr(R"("tool_calls":[{"id":"c","type":"function",)"));
  EXPECT_EQ(conversation_->sandbox_id(), "sb-1");
  EXPECT_EQ(Say("", CallOf("submit", R"({"answer":"2"})")), std::nullopt);
  EXPECT_EQ(Over().ended, Ended::kSubmit);
  EXPECT_EQ(Over().response, "2");
  EXPECT_EQ(judge_.Count("DELETE"), 1) << "the sandbox ends with it";
}

TEST_F(ConversationTest, TheTurnLimitEndsItAsItIs) {
  manifest_.rollout.tools = {"bash"};
  manifest_.rollout.limits.turns = 2;
  First();
  EXPECT_TRUE(Say("first", CallOf("bash", R"({"command":"ls"})")));
  EXPECT_EQ(Say("last", CallOf("bash", R"({"command":"ls"})")), std::nullopt);
  EXPECT_EQ(Over().ended, Ended::kTurns);
  EXPECT_EQ(Over().response, "last");
  EXPECT_EQ(Over().mask, std::nullopt);
}

TEST_F(ConversationTest, CallsThatWereCutOffAreNotDone) {
  manifest_.rollout.tools = {"bash"};
  manifest_.rollout.limits.turns = 5;
  First();
  truncated_ = true;
  EXPECT_EQ(Say("", CallOf("bash", R"({"comm)")), std::nullopt);
  EXPECT_EQ(Over().ended, Ended::kTokens);
  EXPECT_EQ(judge_.Count("POST"), 0);
}

TEST_F(ConversationTest, AFaultOfTheSandboxMasksIt) {
  manifest_.rollout.tools = {"bash"};
  manifest_.rollout.limits.turns = 5;
  judge_.exec = [](const std::string&) {
    return FakeSandboxes::Refusal(409, "ended", "it is gone");
  };
  First();
  EXPECT_EQ(Say("", CallOf("bash", R"({"command":"ls"})")), std::nullopt);
  ASSERT_TRUE(Over().mask);
  EXPECT_EQ(Over().mask->cause, "infrastructure");
  EXPECT_EQ(Over().mask->reason, "sandbox");
  EXPECT_THAT(Over().faults, ElementsAre(HasSubstr("it is gone")));
}

TEST_F(ConversationTest, AnAnswerThatWasGivenUpForItsSandboxIsMaskedForIt) {
  manifest_.rollout.tools = {"bash"};
  manifest_.rollout.limits.turns = 5;
  const Ask ask = First();
  conversation_->GiveUp();
  EXPECT_TRUE(ask.unwanted->cancelled());
  EXPECT_EQ(Fail("cancelled"), std::nullopt);
  EXPECT_EQ(Over().mask->reason, "sandbox");
}

TEST_F(ConversationTest, FailuresOfTheEndpointMaskIt) {
  First();
  EXPECT_EQ(Fail("timeout"), std::nullopt);
  EXPECT_EQ(Over().mask->cause, "infrastructure");
  EXPECT_EQ(Over().mask->reason, "timeout");
  First();
  EXPECT_EQ(Fail("context_length"), std::nullopt);
  EXPECT_EQ(Over().mask->cause, "problem") << "the prompt itself is too long";
}

TEST_F(ConversationTest, AContextThatIsFullEndsItAsItIs) {
  manifest_.rollout.tools = {"bash"};
  manifest_.rollout.limits.turns = 5;
  First();
  EXPECT_TRUE(Say("said", CallOf("bash", R"({"command":"ls"})")));
  EXPECT_EQ(Fail("context_length"), std::nullopt);
  EXPECT_EQ(Over().ended, Ended::kContextLength);
  EXPECT_EQ(Over().mask, std::nullopt);
  EXPECT_EQ(Over().response, "said");
}

TEST_F(ConversationTest, TheDeadlineCountsAnswersAndTools) {
  manifest_.rollout.tools = {"bash"};
  manifest_.rollout.limits.turns = 9;
  manifest_.rollout.limits.deadline_s = 1.5;
  EXPECT_EQ(*First().most_time, std::chrono::milliseconds(1500));
  const auto ask = Say("a", CallOf("submit", "{}"));
  ASSERT_TRUE(ask);
  EXPECT_LE(*ask->most_time, std::chrono::milliseconds(500));
  EXPECT_EQ(Say("b", CallOf("submit", "{}")), std::nullopt);
  EXPECT_EQ(Over().ended, Ended::kDeadline);
}

TEST_F(ConversationTest, WithoutToolsCallsAreNone) {
  First();
  EXPECT_EQ(Say("2", CallOf("bash", "{}")), std::nullopt);
  EXPECT_EQ(Over().ended, Ended::kAnswer);
  EXPECT_TRUE(Over().messages.back().tool_calls.empty());
}

TEST(StageOf, RefusesWhatCannotBeDone) {
  Manifest manifest;
  manifest.name = "e";
  manifest.rollout.tools = {"browse"};
  EXPECT_THAT(StageOf(manifest, {}).error().message, HasSubstr("'browse' isn't built in"));
  manifest.rollout.tools = {"bash"};
  rollout::Sampling sampling;
  sampling.extra_body = R"({"tools":[]})";
  EXPECT_THAT(StageOf(manifest, sampling).error().message, HasSubstr("extra_body.tools"));
  sampling.extra_body = R"({"top_k":5})";
  EXPECT_THAT(StageOf(manifest, sampling)->sampling.extra_body,
              HasSubstr(R"({"top_k":5,"tools":[)"));
}

TEST(Feedback, TellsValuesAndVerdictsAndNoAnswers) {
  const auto feedback = FeedbackOf(
      R"({"score":0.5,"functions":[
          {"name":"tests","weight":1,"value":0.5,"detail":{"verdict":"WA","message":"expected 7"}},
          {"name":"metric","weight":0,"value":1},
          {"name":"judge","weight":1,"value":null},
          {"name":"format","weight":0.1,"value":0}]})");
  ASSERT_TRUE(feedback.ok());
  EXPECT_EQ(feedback->score, 0.5);
  EXPECT_EQ(feedback->text, "tests: 0.5 (WA)\nformat: 0");
  EXPECT_FALSE(FeedbackOf("{}").ok());
}

}  // namespace
}  // namespace assay::env
